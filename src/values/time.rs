//! Points in time and calendar dates. Nothing here reads a clock: the current time comes from the
//! host.

use std::fmt;

use serde::{Deserialize, Serialize};

const MILLIS_PER_MINUTE: i64 = 60_000;
const MILLIS_PER_DAY: i64 = 86_400_000;

/// A point in time, with the user's offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Timestamp {
    /// Milliseconds since 1970 in UTC.
    #[serde(rename = "millis")]
    pub unix_millis: i64,
    /// Minutes to add to UTC to get local time.
    #[serde(rename = "offsetMinutes")]
    pub utc_offset_minutes: i32,
}

impl Timestamp {
    /// Returns the date at this time in the user's time zone.
    pub fn local_date(self) -> Date {
        Date::from_unix_days(self.local_millis().div_euclid(MILLIS_PER_DAY))
    }

    /// Returns the time of day in the user's time zone, as hour and minute.
    pub fn local_hour_and_minute(self) -> (u32, u32) {
        let minutes = self.local_millis().rem_euclid(MILLIS_PER_DAY) / MILLIS_PER_MINUTE;
        let minutes = u32::try_from(minutes).unwrap_or_default();
        (minutes / 60, minutes % 60)
    }

    /// Milliseconds since 1970 on the clock of the user.
    fn local_millis(self) -> i64 {
        self.unix_millis.saturating_add(i64::from(self.utc_offset_minutes) * MILLIS_PER_MINUTE)
    }

    /// Returns the point in time this many milliseconds later.
    pub fn plus_millis(self, millis: u64) -> Self {
        let millis = i64::try_from(millis).unwrap_or(i64::MAX);
        Self { unix_millis: self.unix_millis.saturating_add(millis), ..self }
    }

    /// Returns the milliseconds since an earlier point in time; zero if the clock was set back.
    pub fn millis_since(self, earlier: Timestamp) -> u64 {
        u64::try_from(self.unix_millis.saturating_sub(earlier.unix_millis)).unwrap_or(0)
    }
}

/// A date of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: i64,
    month: u8,
    day: u8,
}

impl Date {
    /// Creates a date; `None` if it does not exist in the calendar.
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let exists = (1..=days).contains(&day) && (1..=9999).contains(&year);
        exists.then_some(Self { year: i64::from(year), month: month as u8, day: day as u8 })
    }

    /// Returns the English name of the day of the week.
    pub fn weekday_name(self) -> &'static str {
        // 1 January 1970 was a Thursday.
        match self.unix_days().rem_euclid(7) {
            0 => "Thursday",
            1 => "Friday",
            2 => "Saturday",
            3 => "Sunday",
            4 => "Monday",
            5 => "Tuesday",
            _ => "Wednesday",
        }
    }

    /// Returns the point in time at which a clock in UTC shows this date and this many minutes after
    /// midnight.
    pub fn at_utc_minutes(self, minutes: i64) -> i64 {
        let midnight = self.unix_days().saturating_mul(MILLIS_PER_DAY);
        midnight.saturating_add(minutes.saturating_mul(MILLIS_PER_MINUTE))
    }

    /// Returns the number of days since 1970-01-01, by Howard Hinnant's `days_from_civil`.
    fn unix_days(self) -> i64 {
        let month = i64::from(self.month);
        let year = self.year - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let shifted_month = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * shifted_month + 2) / 5 + i64::from(self.day) - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// Returns the date this many days after 1970-01-01, by Howard Hinnant's `civil_from_days`.
    fn from_unix_days(days: i64) -> Self {
        let z = days + 719_468;
        let era = z.div_euclid(146_097);
        let day_of_era = z.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { year, month: month as u8, day: day as u8 }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Returns a duration as text: `under 0.1 s`, `0.4 s`, `12 s`, and in minutes from two minutes on. A no-break
/// space joins the number and its unit.
pub(crate) fn duration_text(millis: u64) -> String {
    let tenths = millis.saturating_add(50) / 100;
    match millis.saturating_add(500) / 1_000 {
        _ if tenths == 0 => "under 0.1\u{a0}s".to_owned(),
        _ if tenths < 100 && !tenths.is_multiple_of(10) => {
            format!("{}.{}\u{a0}s", tenths / 10, tenths % 10)
        }
        _ if tenths < 100 => format!("{}\u{a0}s", tenths / 10),
        seconds @ 0..120 => format!("{seconds}\u{a0}s"),
        seconds => format!("{}\u{a0}min", (seconds + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_one_decimal_below_ten_seconds() {
        let check = |millis, expected: &str| {
            assert_eq!(duration_text(millis).replace('\u{a0}', " "), expected, "{millis}");
        };
        check(0, "under 0.1 s");
        check(400, "0.4 s");
        check(1_234, "1.2 s");
        check(2_000, "2 s");
        check(9_949, "9.9 s");
        check(9_951, "10 s");
        check(12_400, "12 s");
        check(119_000, "119 s");
        check(150_000, "3 min");
        check(280_000, "5 min");
    }

    fn check(unix_millis: i64, utc_offset_minutes: i32, expected: &str) {
        assert_eq!(
            Timestamp { unix_millis, utc_offset_minutes }.local_date().to_string(),
            expected
        );
    }

    #[test]
    fn a_timestamp_has_a_local_date() {
        check(0, 0, "1970-01-01");
        check(951_782_400_000, 0, "2000-02-29");
        check(1_794_700_800_000, 0, "2026-11-15");
        check(1_794_700_800_000, -1, "2026-11-14");
        check(1_794_787_199_999, 60, "2026-11-16");
        check(-86_400_000, 0, "1969-12-31");
    }

    #[test]
    fn a_date_has_a_weekday_and_a_time_has_an_hour() {
        let check = |unix_millis, utc_offset_minutes, expected: &str| {
            let time = Timestamp { unix_millis, utc_offset_minutes };
            let (hour, minute) = time.local_hour_and_minute();
            let day = time.local_date();
            assert_eq!(format!("{} {hour}:{minute}", day.weekday_name()), expected);
            let minutes = i64::from(hour * 60 + minute) - i64::from(utc_offset_minutes);
            assert_eq!(day.at_utc_minutes(minutes), unix_millis);
        };
        check(0, 0, "Thursday 0:0");
        check(1_794_744_000_000, 0, "Sunday 12:0");
        check(1_794_744_000_000, 750, "Monday 0:30");
        check(-60_000, 0, "Wednesday 23:59");
        check(951_782_400_000, 60, "Tuesday 1:0");
    }

    #[test]
    fn an_impossible_date_is_none() {
        let check = |year, month, day, expected: Option<&str>| {
            let date = Date::new(year, month, day).map(|date| date.to_string());
            assert_eq!(date.as_deref(), expected);
        };
        check(2024, 2, 29, Some("2024-02-29"));
        check(2025, 2, 29, None);
        check(1900, 2, 29, None);
        check(2025, 12, 31, Some("2025-12-31"));
        check(2025, 4, 31, None);
        check(2025, 13, 1, None);
        check(2025, 0, 1, None);
        check(2025, 1, 0, None);
        check(0, 1, 1, None);
    }

    #[test]
    fn a_clock_that_was_set_back_gives_zero() {
        let early = Timestamp { unix_millis: 5, utc_offset_minutes: 0 };
        let late = Timestamp { unix_millis: 9, utc_offset_minutes: 0 };
        assert_eq!((late.millis_since(early), early.millis_since(late)), (4, 0));
    }
}
