//! Rows of the core as JavaScript values: what serde makes of them as JSON, without the text
//! between. And options from JavaScript, read the same way.

use mementor_core::api;
use napi::bindgen_prelude::{
    Array, FromNapiValue, JsObjectValue as _, Object, ToNapiValue, Unknown,
};
use napi::{Env, Error, JsValue as _, Result, sys};
use serde::de::DeserializeOwned;
use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer,
};

use crate::guard::{Failure, guarded};

/// A row of the core, or several, as a call hands them over.
pub struct Row<T>(pub T);

impl<T: Serialize> ToNapiValue for Row<T> {
    #[expect(unsafe_code, reason = "the function is unsafe in the trait")]
    unsafe fn to_napi_value(env: sys::napi_env, Self(row): Self) -> Result<sys::napi_value> {
        Ok(row.serialize(Values(&Env::from_raw(env)))?.raw())
    }
}

/// Runs a call of the core that returns a row, as [`guarded`] does.
pub fn row<T>(call: impl FnOnce() -> api::Result<T>) -> std::result::Result<Row<T>, Failure> {
    guarded(call).map(Row)
}

/// Runs a call of the core that may find no row.
pub fn row_if_any<T>(
    call: impl FnOnce() -> api::Result<Option<T>>,
) -> std::result::Result<Option<Row<T>>, Failure> {
    Ok(guarded(call)?.map(Row))
}

/// Makes values of one environment. Unlike napi's own serializer, it makes every number a
/// JavaScript number, however large.
#[derive(Clone, Copy)]
struct Values<'e>(&'e Env);

type Never<'e> = Impossible<Unknown<'e>, Error>;

/// Numbers that a double holds exactly.
macro_rules! numbers {
    ($($name:ident($type:ty))*) => {
        $(fn $name(self, value: $type) -> Result<Unknown<'e>> {
            self.serialize_f64(value.into())
        })*
    };
}

/// Shapes that no row has.
macro_rules! no_row {
    ($($name:ident($($type:ty),*) -> $made:ty;)*) => {
        $(fn $name(self, $(_: $type),*) -> Result<$made> {
            Err(Error::custom(concat!("no row has a value for ", stringify!($name))))
        })*
    };
}

impl<'e> Serializer for Values<'e> {
    type Ok = Unknown<'e>;
    type Error = Error;
    type SerializeSeq = List<'e>;
    type SerializeTuple = Never<'e>;
    type SerializeTupleStruct = Never<'e>;
    type SerializeTupleVariant = Never<'e>;
    type SerializeMap = Fields<'e>;
    type SerializeStruct = Fields<'e>;
    type SerializeStructVariant = Never<'e>;

    numbers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_f32(f32)
    }

    fn serialize_i64(self, value: i64) -> Result<Unknown<'e>> {
        self.serialize_f64(value as f64)
    }

    fn serialize_u64(self, value: u64) -> Result<Unknown<'e>> {
        self.serialize_f64(value as f64)
    }

    fn serialize_f64(self, value: f64) -> Result<Unknown<'e>> {
        Ok(self.0.create_double(value)?.to_unknown())
    }

    no_row! {
        serialize_char(char) -> Unknown<'e>;
        serialize_bytes(&[u8]) -> Unknown<'e>;
        serialize_unit_struct(&'static str) -> Unknown<'e>;
        serialize_tuple(usize) -> Never<'e>;
        serialize_tuple_struct(&'static str, usize) -> Never<'e>;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never<'e>;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never<'e>;
    }

    fn serialize_bool(self, value: bool) -> Result<Unknown<'e>> {
        self.0.to_js_value(&value)
    }

    fn serialize_str(self, value: &str) -> Result<Unknown<'e>> {
        Ok(self.0.create_string(value)?.to_unknown())
    }

    fn serialize_none(self) -> Result<Unknown<'e>> {
        self.0.to_js_value(&())
    }

    fn serialize_unit(self) -> Result<Unknown<'e>> {
        self.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Unknown<'e>> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Unknown<'e>> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Unknown<'e>> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Unknown<'e>> {
        Err(Error::custom("no row has a variant with a value"))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'e>> {
        Ok(List { values: self, array: self.0.create_array(length.unwrap_or(0) as u32)?, at: 0 })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'e>> {
        Ok(Fields { values: self, object: Object::new(self.0)?, key: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'e>> {
        self.serialize_map(None)
    }
}

/// An array, and where its next value goes.
struct List<'e> {
    values: Values<'e>,
    array: Array<'e>,
    at: u32,
}

impl<'e> SerializeSeq for List<'e> {
    type Ok = Unknown<'e>;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.array.set(self.at, value.serialize(self.values)?)?;
        self.at += 1;
        Ok(())
    }

    fn end(self) -> Result<Unknown<'e>> {
        Ok(self.array.to_unknown())
    }
}

/// An object, and the key of its next value.
struct Fields<'e> {
    values: Values<'e>,
    object: Object<'e>,
    key: Option<Unknown<'e>>,
}

impl<'e> SerializeStruct for Fields<'e> {
    type Ok = Unknown<'e>;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        let value = value.serialize(self.values)?;
        self.object.set_named_property(name, value)
    }

    fn end(self) -> Result<Unknown<'e>> {
        Ok(self.object.to_unknown())
    }
}

impl<'e> SerializeMap for Fields<'e> {
    type Ok = Unknown<'e>;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(self.values)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let value = value.serialize(self.values)?;
        match self.key.take() {
            Some(key) => self.object.set_property(key, value),
            None => Err(Error::custom("a value without a key")),
        }
    }

    fn end(self) -> Result<Unknown<'e>> {
        SerializeStruct::end(self)
    }
}

/// Options, or a part of them, as JavaScript gives them.
pub struct Given<T>(pub T);

impl<T: DeserializeOwned> FromNapiValue for Given<T> {
    #[expect(unsafe_code, reason = "the function is unsafe in the trait")]
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        Env::from_raw(env).from_js_value(Object::from_raw(env, value)).map(Self)
    }
}
