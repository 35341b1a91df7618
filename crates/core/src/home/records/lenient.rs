//! Reads fields of a line that an older or a newer build may have written in another way, and
//! writes numbers in few digits.

use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize as _, Serialize, Serializer};
use serde_json::Value;

/// Reads a value; one of another type is the default.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Reads a list; items of another type are left out, and what is no list is empty.
pub(super) fn items<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let Value::Array(items) = Value::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect())
}

/// Reads a number of any form as a whole one; anything else is 0.
pub(super) fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    Ok(Value::deserialize(from)?.as_f64().unwrap_or_default() as i64)
}

/// Reads a number of any form as a whole one; anything else is an error.
pub(super) fn exact<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    f64::deserialize(from).map(|number| number as i64)
}

/// Writes a number rounded to four decimals, and a whole one without any.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls")]
pub(super) fn short<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    Short(*number).serialize(to)
}

/// Writes a number as [`short`] does, or null.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
pub(super) fn shorts<S: Serializer>(number: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    number.map(Short).serialize(to)
}

/// A number that is written in few digits.
pub(super) struct Short(pub f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let rounded = rounded(self.0);
        if rounded.fract() == 0.0 && rounded.abs() < 1e15 {
            to.serialize_i64(rounded as i64)
        } else {
            to.serialize_f64(rounded)
        }
    }
}

/// Rounds to four decimals as JavaScript's `toFixed` does: by the exact value, and what is just
/// between two away from zero.
fn rounded(number: f64) -> f64 {
    // Of all doubles only odd multiples of 1/32 are between two.
    if (number * 32.0 % 2.0).abs().to_bits() == f64::to_bits(1.0) {
        return ((number.abs() * 1e4).ceil() / 1e4).copysign(number);
    }
    format!("{number:.4}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_javascript_rounds_them() {
        for (number, expected) in [
            (0.031_25, 0.031_3),
            (-0.031_25, -0.031_3),
            (1.000_05, 1.000_1),
            (0.000_05, 0.000_1),
            (2.5, 2.5),
            (0.123_449_999, 0.123_4),
            (7.0, 7.0),
        ] {
            assert_eq!(rounded(number).to_bits(), f64::to_bits(expected), "{number}");
        }
    }
}
