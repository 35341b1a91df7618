//! JavaScript objects for the core's types, by subject.

use std::collections::{BTreeMap, HashMap};

use mementor_core::api;

/// Defines an object with the named fields of a core struct; counts become JavaScript numbers.
macro_rules! mirror {
    ($name:ident from $core:ty { $($field:ident $(of $of:ident)? : $type:ty),* $(,)? }) => {
        #[napi(object)]
        pub struct $name { $(pub $field: $type),* }
        impl From<$core> for $name {
            fn from(core: $core) -> Self {
                Self { $($field: Js::js(mirror!(@ core, $field $(, $of)?))),* }
            }
        }
        impl Js<$name> for $core {
            fn js(self) -> $name {
                self.into()
            }
        }
        impl Js<Option<$name>> for Option<$core> {
            fn js(self) -> Option<$name> {
                self.map(Into::into)
            }
        }
        impl Js<Vec<$name>> for Vec<$core> {
            fn js(self) -> Vec<$name> {
                self.into_iter().map(Into::into).collect()
            }
        }
    };
    (@ $core:ident, $field:ident) => { $core.$field };
    // Where the core's name is another one.
    (@ $core:ident, $field:ident, $of:ident) => { $core.$of };
}

mod about;
mod capture;
mod context;
mod digest;
mod project;
mod recall;
mod search;
mod transfer;
mod work;

pub use about::{About, Model};
pub use capture::{EmbedReport, IngestReport, TranscriptRow};
pub use context::Block;
pub use digest::{Digest, Gist};
pub use project::{Belonging, Membership, Project, Stats};
pub use recall::{Outcome, Recall};
pub use search::{Answer, Period, Piece, SessionRow, WholeTurn};
pub use transfer::{
    Exported, Imported, Probes, Proof, Restored, Scrubbed, Selected, Trace, TurnCount, Twin,
};
pub use work::{Fixes, Place, TopicFile, Touch, Version, Ways};

/// Converts a value of the core to its JavaScript form.
trait Js<T> {
    fn js(self) -> T;
}

impl<T> Js<T> for T {
    fn js(self) -> T {
        self
    }
}

impl Js<i64> for u64 {
    fn js(self) -> i64 {
        self as i64
    }
}

impl Js<f64> for f32 {
    fn js(self) -> f64 {
        self.into()
    }
}

impl Js<Option<i64>> for Option<u64> {
    fn js(self) -> Option<i64> {
        self.map(Js::js)
    }
}

impl Js<Option<f64>> for Option<f32> {
    fn js(self) -> Option<f64> {
        self.map(f64::from)
    }
}

impl Js<u32> for usize {
    fn js(self) -> u32 {
        self as u32
    }
}

impl Js<Vec<u32>> for Vec<usize> {
    fn js(self) -> Vec<u32> {
        self.into_iter().map(Js::js).collect()
    }
}

impl Js<String> for std::path::PathBuf {
    fn js(self) -> String {
        self.display().to_string()
    }
}

impl Js<Vec<String>> for Vec<std::path::PathBuf> {
    fn js(self) -> Vec<String> {
        self.into_iter().map(Js::js).collect()
    }
}

impl Js<HashMap<String, i64>> for BTreeMap<String, u64> {
    fn js(self) -> HashMap<String, i64> {
        self.into_iter().map(|(reason, count)| (reason, count as i64)).collect()
    }
}

/// Converts what has a name to that name.
macro_rules! named {
    ($($core:ty),* $(,)?) => {
        $(impl Js<String> for $core {
            fn js(self) -> String {
                self.name().to_owned()
            }
        })*
    };
}

named!(
    api::Because,
    api::CommandKind,
    api::CommandOutcome,
    api::DeadEndKind,
    api::DeliveryKind,
    api::Dismissal,
    api::Ending,
    api::LayerName,
    api::OpenKind,
    api::Standing,
    api::MarkKind,
    api::StepKind,
    api::Verdict,
);

impl Js<Option<String>> for Option<api::Dismissal> {
    fn js(self) -> Option<String> {
        self.map(Js::js)
    }
}
