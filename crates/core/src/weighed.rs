//! Named numbers and their weights, which the ranking and the gate add up.

/// Declares a struct of numbers, and a struct with one weight for each of them. Both have the same
/// named fields, so a new number in the middle cannot shift the weights of the others.
///
/// The name after each field's colon is the one that `why`, `--json` and the evaluation show.
macro_rules! weighed {
    (
        $(#[$about_numbers:meta])*
        $numbers:ident,
        $(#[$about_weights:meta])*
        $weights:ident {
            $($(#[$about:meta])* $field:ident: $name:literal,)+
        }
    ) => {
        $(#[$about_numbers])*
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub struct $numbers {
            $($(#[$about])* pub $field: f64,)+
        }

        impl $numbers {
            /// Display names, in the order of [`Self::values`].
            pub const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            /// Returns the numbers in the order of their declaration.
            pub const fn values(&self) -> [f64; Self::NAMES.len()] {
                [$(self.$field),+]
            }

            /// Returns the numbers with their display names.
            pub fn named(&self) -> impl Iterator<Item = (&'static str, f64)> {
                Self::NAMES.into_iter().zip(self.values())
            }
        }

        $(#[$about_weights])*
        #[derive(Debug, Clone, Copy, Default, PartialEq)]
        pub struct $weights {
            $($(#[$about])* pub $field: f64,)+
        }

        impl $weights {
            /// Names of the fields, in the order of [`Self::values`].
            pub const FIELDS: [&'static str; $numbers::NAMES.len()] = [$(stringify!($field)),+];

            /// Returns the weights in the order of their declaration.
            pub const fn values(&self) -> [f64; $numbers::NAMES.len()] {
                [$(self.$field),+]
            }

            /// Returns the weighted sum of the numbers.
            pub fn sum(&self, numbers: &$numbers) -> f64 {
                numbers.values().iter().zip(self.values()).map(|(number, weight)| number * weight).sum()
            }
        }
    };
}

pub(crate) use weighed;

#[cfg(test)]
mod tests {
    weighed! {
        /// Three numbers.
        Numbers,
        /// Their weights.
        Weights {
            /// The first.
            first: "first",
            /// The one in the middle.
            in_the_middle: "inTheMiddle",
            /// The last.
            last: "last",
        }
    }

    #[test]
    fn a_number_meets_its_own_weight_in_whatever_order_they_are_written() {
        let numbers = Numbers { last: 100.0, first: 1.0, in_the_middle: 10.0 };
        let weights = Weights { in_the_middle: 3.0, last: 4.0, first: 2.0 };
        assert!((weights.sum(&numbers) - 432.0).abs() < 1e-9);
        let named: Vec<_> = numbers.named().collect();
        assert_eq!(named, [("first", 1.0), ("inTheMiddle", 10.0), ("last", 100.0)]);
        assert_eq!(Weights::FIELDS, ["first", "in_the_middle", "last"]);
    }
}
