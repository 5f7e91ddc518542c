//! The day on which a note was created: its property `date` or `created`, else the date of its file.

use crate::language::find_date;
use crate::notes::note::NoteProperty;
use crate::values::{Date, Timestamp};

/// The properties that tell when a note was created, the first one first.
const CREATION_PROPERTIES: [&str; 2] = ["date", "created"];

/// Parses a day as `YYYY-MM-DD`.
pub fn parse_day(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let is_day = (year.len(), month.len(), day.len()) == (4, 2, 2);
    let number = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?
    };
    Date::new(number(year)?, number(month)?, number(day)?).filter(|_| is_day)
}

/// The day that the properties of a note tell, in the time zone with this offset from UTC.
pub fn property_day(properties: &[NoteProperty], utc_offset_minutes: i32) -> Option<Date> {
    CREATION_PROPERTIES.iter().find_map(|key| {
        let named = properties.iter().filter(|property| property.key.eq_ignore_ascii_case(key));
        let mut values = named.flat_map(|property| &property.values);
        values.find_map(|value| value_day(value, utc_offset_minutes))
    })
}

/// The day that a value tells: `2023-08-11`, also as a link and also with a time.
fn value_day(value: &str, utc_offset_minutes: i32) -> Option<Date> {
    let value = without_link_brackets(value.trim());
    let Some(day) = value.get(..10).and_then(parse_day) else { return find_date(value) };
    let time = value.get(10..).unwrap_or_default();
    match minutes_in_utc(time) {
        Some(minutes) => {
            let unix_millis = day.at_utc_minutes(minutes);
            Some(Timestamp { unix_millis, utc_offset_minutes }.local_date())
        }
        None => Some(day),
    }
}

/// The name of the note in `[[Daily/2023-08-11|yesterday]]`; other texts stay as they are.
fn without_link_brackets(value: &str) -> &str {
    let inner = value.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let Some(inner) = inner else { return value };
    let target = inner.split(['|', '#']).next().unwrap_or_default();
    target.rsplit('/').next().unwrap_or_default().trim()
}

/// The minutes after midnight in UTC of a time such as `T23:30:00+02:00`; `None` if the time has no
/// time zone, so that it is the user's.
fn minutes_in_utc(time: &str) -> Option<i64> {
    let time = time.strip_prefix(['T', 't', ' '])?.trim();
    let zone_start = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = (time.get(..zone_start)?, time.get(zone_start..)?);
    let offset = match zone {
        "Z" | "z" => 0,
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            sign * hour_and_minute(zone.get(1..)?)?
        }
    };
    Some(hour_and_minute(clock)? - offset)
}

/// The minutes of `23:30`, `2330`, `23` or `23:30:15.5`.
fn hour_and_minute(text: &str) -> Option<i64> {
    let digits: String = text.split('.').next()?.chars().filter(char::is_ascii_digit).collect();
    let number = |range: std::ops::Range<usize>| digits.get(range)?.parse::<i64>().ok();
    Some(number(0..2)? * 60 + number(2..4).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, utc_offset_minutes: i32, expected: &str) {
        let day = value_day(value, utc_offset_minutes).map(|day| day.to_string());
        assert_eq!(day.unwrap_or_default(), expected, "{value}");
    }

    #[test]
    fn a_day_is_read_from_links_and_times() {
        check("2023-08-11", 0, "2023-08-11");
        check("[[2023-08-11]]", 0, "2023-08-11");
        check("[[Daily/2023-08-11|then]]", 0, "2023-08-11");
        check("2023-08-11T23:30", 120, "2023-08-11");
        check("2023-08-11 23:30:00", -600, "2023-08-11");
        check("2023-08-11T23:30:00Z", 60, "2023-08-12");
        check("2023-08-11T23:30:00.000Z", 0, "2023-08-11");
        check("2023-08-11T00:30:00+02:00", 0, "2023-08-10");
        check("11 August 2023", 0, "2023-08-11");
        check("soon", 0, "");
        check("2023-13-11", 0, "");
        check("ü023-08-1", 0, "");
    }

    #[test]
    fn a_day_is_parsed_only_in_one_form() {
        assert_eq!(
            parse_day("2023-08-11").map(|day| day.to_string()).as_deref(),
            Some("2023-08-11")
        );
        for text in ["", "2023-8-11", "2023-08-11 ", "+023-08-11", "2023-08-32", "11-08-2023"] {
            assert_eq!(parse_day(text), None, "{text}");
        }
    }

    #[test]
    fn the_property_date_comes_before_created() {
        let property = |key: &str, value: &str| NoteProperty {
            key: key.into(),
            values: vec![value.into()],
            is_list: false,
        };
        let day = |properties: &[NoteProperty]| {
            property_day(properties, 0).map(|day| day.to_string()).unwrap_or_default()
        };
        let created = property("Created", "2023-08-11");
        assert_eq!(day(&[created.clone(), property("date", "2024-01-02")]), "2024-01-02");
        assert_eq!(day(&[property("date", "someday"), created]), "2023-08-11");
        assert_eq!(day(&[property("updated", "2023-08-11")]), "");
    }
}
