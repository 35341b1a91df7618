//! `SQLite`'s record format: a header of serial types, then the values.

/// Maximum number of columns read; our widest table has eleven.
const COLUMNS_MAX: usize = 32;

/// Parses a variable-length integer. Returns it and its length in bytes.
pub fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (at, &byte) in bytes.iter().take(8).enumerate() {
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    bytes.get(8).map(|&byte| (value << 8 | u64::from(byte), 9))
}

/// Type of a column, from the record header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    Null,
    Int,
    Text,
    Blob,
    /// A float, or a type that `SQLite` never writes.
    Other,
}

/// A column: its type, and the range of its value in the payload.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub kind: ColumnType,
    serial: u64,
    start: usize,
    end: usize,
}

/// The columns of a record, parsed from the start of its payload. The values need not be available.
pub struct Columns(Vec<Column>);

impl Columns {
    /// Parses the record header. `size` is the length of the full payload in bytes. Returns `None`
    /// when header and values do not add up to it.
    pub fn read(payload: &[u8], size: usize) -> Option<Self> {
        let (header, mut at) = varint(payload)?;
        let header = usize::try_from(header).ok().filter(|&end| end <= payload.len())?;
        let mut columns = Vec::new();
        let mut start = header;
        while at < header && columns.len() < COLUMNS_MAX {
            let (serial, length) = varint(&payload[at..header])?;
            at += length;
            let end = start.checked_add(bytes_of(serial)?)?;
            columns.push(Column { kind: kind_of(serial), serial, start, end });
            start = end;
        }
        (at == header && start == size).then_some(Self(columns))
    }

    /// Returns whether the first columns have these types. More columns may follow: later schema
    /// versions add columns at the end of a table.
    pub fn begin_with(&self, kinds: &[&[ColumnType]]) -> bool {
        self.0.len() >= kinds.len()
            && kinds.iter().zip(&self.0).all(|(kinds, column)| kinds.contains(&column.kind))
    }

    /// Returns the number of columns.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the length of the payload up to the end of the first `count` columns, in bytes.
    pub fn bytes_of_first(&self, count: usize) -> usize {
        self.0.iter().take(count).map(|column| column.end).max().unwrap_or_default()
    }

    /// Returns the value of an integer column.
    pub fn int(&self, payload: &[u8], column: usize) -> Option<i64> {
        let Column { kind: ColumnType::Int, serial, start, end } = *self.0.get(column)? else {
            return None;
        };
        if let 8 | 9 = serial {
            return Some(i64::from(serial == 9));
        }
        let bytes = payload.get(start..end)?;
        let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1_i64 };
        Some(bytes.iter().fold(sign, |value, &byte| value << 8 | i64::from(byte)))
    }

    /// Returns the value of a text column that is valid UTF-8.
    pub fn text<'p>(&self, payload: &'p [u8], column: usize) -> Option<&'p str> {
        let Column { kind: ColumnType::Text, start, end, .. } = *self.0.get(column)? else {
            return None;
        };
        std::str::from_utf8(payload.get(start..end)?).ok()
    }

    /// Returns the value of a blob column.
    pub fn blob<'p>(&self, payload: &'p [u8], column: usize) -> Option<&'p [u8]> {
        let Column { kind: ColumnType::Blob, start, end, .. } = *self.0.get(column)? else {
            return None;
        };
        payload.get(start..end)
    }
}

fn kind_of(serial: u64) -> ColumnType {
    match serial {
        0 => ColumnType::Null,
        1..=6 | 8 | 9 => ColumnType::Int,
        12.. if serial.is_multiple_of(2) => ColumnType::Blob,
        13.. => ColumnType::Text,
        _ => ColumnType::Other,
    }
}

/// Returns the length of a value in bytes; `None` for serial types that are never written.
fn bytes_of(serial: u64) -> Option<usize> {
    match serial {
        0 | 8 | 9 => Some(0),
        1..=4 => Some(serial as usize),
        5 => Some(6),
        6 | 7 => Some(8),
        10 | 11 => None,
        _ => usize::try_from((serial - 12) / 2).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variable_length_integers_have_one_to_nine_bytes() {
        assert_eq!(varint(&[0x7f]), Some((127, 1)));
        assert_eq!(varint(&[0x81, 0x00]), Some((128, 2)));
        assert_eq!(varint(&[0xff; 9]), Some((u64::MAX, 9)));
        assert_eq!(varint(&[0x81]), None);
        assert_eq!(varint(&[0xff; 8]), None);
        assert_eq!(varint(&[]), None);
    }

    #[test]
    fn a_record_gives_its_values() {
        // NULL, -2 in two bytes, "hé", 1, a blob of two bytes.
        let record = [6, 0, 2, 19, 9, 16, 0xff, 0xfe, b'h', 0xc3, 0xa9, 7, 8];
        let columns = Columns::read(&record, record.len()).expect("it adds up");
        assert_eq!(columns.count(), 5);
        assert_eq!(columns.int(&record, 1), Some(-2));
        assert_eq!(columns.text(&record, 2), Some("hé"));
        assert_eq!(columns.int(&record, 3), Some(1));
        assert_eq!(columns.blob(&record, 4), Some(&[7, 8][..]));
        assert_eq!(columns.int(&record, 0), None);
        assert!(Columns::read(&record, record.len() + 1).is_none());
    }
}
