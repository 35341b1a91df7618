//! The evidence of a prompt's probability, in the order in which it was written.

use std::fmt::{Formatter, Result as Formatted};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::lenient::Short;

/// Numbers by their names.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordedEvidence(pub Vec<(String, f64)>);

impl Serialize for RecordedEvidence {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, Short(*value))))
    }
}

/// Reads an object; what is no number is left out, and what is no object is empty. Only from text:
/// a parsed object has lost its order.
impl<'de> Deserialize<'de> for RecordedEvidence {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Box::<RawValue>::deserialize(from)?;
        let mut object = serde_json::Deserializer::from_str(text.get());
        Ok(object.deserialize_map(Numbers).unwrap_or_default())
    }
}

struct Numbers;

impl<'de> Visitor<'de> for Numbers {
    type Value = RecordedEvidence;

    fn expecting(&self, to: &mut Formatter) -> Formatted {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut numbers = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            numbers.extend(value.as_f64().map(|number| (name, number)));
        }
        Ok(RecordedEvidence(numbers))
    }
}
