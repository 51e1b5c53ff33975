const YEAR = '(?:000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})';
/** The spelling that DuckDB reads as GoogleSQL does, and quicker than it is taken apart here. */
const PLAIN = `${YEAR}-\\d\\d-\\d\\d(?:[ T](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?)?`;

const DATE = '(\\d{4,5})-(\\d{1,2})-(\\d{1,2})';
const TIME = '(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,6}))?';
const OFFSET = '[+-](?:(?:0\\d|1[0-4])(?::?[0-5]?\\d)?|\\d(?::[0-5]?\\d)?)';
const NAME = '[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z0-9_+-]*)+';
/** Names of the IANA database in one word. */
const WORD = [
  ...[
    'CET',
    'CST6CDT',
    'Cuba',
    'EET',
    'EST',
    'EST5EDT',
    'Egypt',
    'Eire',
    'GB',
    'GB-Eire',
    'GMT',
    'GMT[+-]?0',
    'Greenwich',
  ],
  ...[
    'HST',
    'Hongkong',
    'Iceland',
    'Iran',
    'Israel',
    'Jamaica',
    'Japan',
    'Kwajalein',
    'Libya',
    'MET',
    'MST',
    'MST7MDT',
  ],
  ...['NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'PST8PDT', 'Poland', 'Portugal', 'ROC', 'ROK', 'Singapore', 'Turkey', 'UCT'],
  ...['Universal', 'W-SU', 'WET', 'Zulu'],
].join('|');
const DATETIME = `${DATE}(?:[ Tt]${TIME})?`;
const TIMESTAMP = `${DATE}(?:[ Tt](?:${TIME})?((?: UTC)?${OFFSET}|[Zz]| UTC| (?:${NAME}|${WORD}))?)?`;

const FIELDS = "['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction', 'zone']";

/** Text and time zones that are known only when a row is read. Text that GoogleSQL does not read is NULL in `bq_safe_…`. */
export const TIME_MACROS: readonly string[] = [
  "bq_digits(s) AS CAST('0' || s AS BIGINT)",
  // A leap second is the second after it.
  "bq_clock_micros(h, m, s, f) AS CASE WHEN bq_digits(h) <= 23 AND bq_digits(m) <= 59 AND bq_digits(s) <= 60 THEN ((bq_digits(h) * 60 + bq_digits(m)) * 60 + bq_digits(s)) * 1000000 + CASE WHEN bq_digits(s) = 60 THEN 0 ELSE bq_digits(rpad(f, 6, '0')) END END",
  "bq_local_micros(p) AS epoch_us(TRY_CAST(p.year || '-' || lpad(p.month, 2, '0') || '-' || lpad(p.day, 2, '0') AS TIMESTAMP)) + bq_clock_micros(p.hour, p.minute, p.second, p.fraction)",
  'bq_in_calendar(n) AS CASE WHEN n BETWEEN -62135596800000000 AND 253402300799999999 THEN n END',

  "bq_zone_minutes(z) AS bq_digits(regexp_extract(z, '[+-](\\d{1,2})', 1)) * 60 + bq_digits(regexp_extract(z, '[+-]\\d{1,2}:?(\\d{0,2})$', 1))",
  // Offsets in microseconds; NULL for a name.
  `bq_zone_offset(z) AS CASE WHEN z IN ('UTC', 'GMT', 'UCT', 'Universal', 'Zulu', 'Greenwich') THEN 0::BIGINT WHEN regexp_full_match(z, '(?:UTC)?[+-]\\d{1,2}(?::?\\d{1,2})?') THEN CASE WHEN regexp_full_match(z, '(?:UTC)?${OFFSET}') AND bq_zone_minutes(z) <= 840 THEN bq_zone_minutes(z) * CASE WHEN contains(z, '-') THEN -60000000 ELSE 60000000 END ELSE error('a time zone is at most 14:00 hours away from UTC') END END`,
  `bq_zone_name(z) AS CASE WHEN regexp_full_match(z, '${NAME}') THEN z ELSE error('a time zone is UTC, +hh:mm or a name such as Europe/Berlin') END`,
  'bq_local_time(t, z) AS CASE WHEN bq_zone_offset(z) IS NOT NULL THEN bq_datetime_of(epoch_us(t) + bq_zone_offset(z)) WHEN z IS NOT NULL THEN bq_datetime(timezone(bq_zone_name(z), t)) END',
  'bq_instant(x, z) AS CASE WHEN bq_zone_offset(z) IS NOT NULL THEN bq_timestamp(epoch_us(x) - bq_zone_offset(z)) WHEN z IS NOT NULL THEN bq_zoned_instant(x, bq_zone_name(z)) END',

  `bq_safe_text_to_time(s) AS CASE WHEN regexp_full_match(s, '${TIME}') THEN bq_time(list_transform([regexp_extract(s, '^${TIME}$', ['hour', 'minute', 'second', 'fraction'])], lambda p: bq_clock_micros(p.hour, p.minute, p.second, p.fraction))[1] % 86400000000) END`,
  "bq_text_to_time(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_time(s), error('bad TIME value')) END",

  `bq_safe_text_to_datetime(s) AS CASE WHEN regexp_full_match(s, '${PLAIN}') THEN TRY_CAST(s AS TIMESTAMP) WHEN regexp_full_match(s, '${DATETIME.replace('4,5', '4')}') THEN make_timestamp(list_transform([regexp_extract(s, '^${TIMESTAMP}$', ${FIELDS})], lambda p: bq_in_calendar(bq_local_micros(p)))[1]) END`,
  "bq_text_to_datetime(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_datetime(s), error('bad DATETIME value')) END",
  // Of a leap second, an instant keeps the fraction.
  "bq_leap_micros(s, f) AS CASE WHEN s = '60' THEN bq_digits(rpad(f, 6, '0')) ELSE 0 END",
  'bq_instant_micros(p) AS bq_local_micros(p) + bq_leap_micros(p.second, p.fraction)',
  // As a clock somewhere shows it, the text of a TIMESTAMP that names no zone.
  "bq_text_to_local(s) AS bq_text_to_datetime(s) + to_microseconds(bq_leap_micros('60', regexp_extract(s, ':60\\.(\\d{1,6})', 1)))",

  // DuckDB tells in no other way whether it knows a zone.
  "bq_known_zone(z) AS CASE WHEN TRY_CAST('2000-01-01 00:00:00 ' || z AS TIMESTAMP WITH TIME ZONE) IS NOT NULL THEN z END",
  'bq_safe_zoned(x, z) AS make_timestamptz(bq_in_calendar(epoch_us(bq_zoned(x, bq_known_zone(z)))))',
  "bq_at_offset(p, z) AS CASE WHEN bq_zone_minutes(z) <= 840 THEN make_timestamptz(bq_in_calendar(bq_instant_micros(p) - bq_zone_minutes(z) * CASE WHEN contains(z, '-') THEN -60000000 ELSE 60000000 END)) END",
  `bq_at_zone(p) AS CASE WHEN p.hour = '' AND NOT regexp_full_match(p.zone, '([+-].*)?') THEN NULL WHEN regexp_full_match(p.zone, ' (${NAME}|${WORD})') THEN bq_safe_zoned(make_timestamp(bq_instant_micros(p)), ltrim(p.zone)) ELSE bq_at_offset(p, p.zone) END`,
  `bq_safe_text_to_timestamp(s) AS CASE WHEN regexp_full_match(s, '${PLAIN}(?:Z|\\+00(?::00)?)?') THEN TRY_CAST(s AS TIMESTAMP WITH TIME ZONE) WHEN regexp_full_match(s, '${TIMESTAMP}') THEN list_transform([regexp_extract(s, '^${TIMESTAMP}$', ${FIELDS})], lambda p: bq_at_zone(p))[1] END`,
  "bq_text_to_timestamp(s) AS CASE WHEN s IS NULL THEN NULL ELSE coalesce(bq_safe_text_to_timestamp(s), error('bad TIMESTAMP value')) END",

  // An INTERVAL is at most 10000 years long.
  "bq_bucket_width(n, most) AS CASE WHEN n <= 0 OR n > most THEN error('the width of a bucket is more than 0 and at most 10000 years') ELSE n END",
  'bq_bucket(x, o, n) AS o + bq_floor(x - o, bq_bucket_width(n, 316224000000000000))',
  // The last days of two months count as the same day.
  "bq_month_micros(x, o) AS CASE WHEN last_day(x) = CAST(x AS DATE) AND last_day(o) = CAST(o AS DATE) THEN date_part('day', o) ELSE date_part('day', x) END * 86400000000 + bq_floor_part(epoch_us(x), 1, 86400000000)",
  'bq_bucket_months(x, o, d, n) AS d - d % n - CASE WHEN d % n < 0 OR (d % n = 0 AND bq_month_micros(x, o) < bq_month_micros(o, o)) THEN n ELSE 0 END',
  'bq_month_bucket(x, o, n) AS o + to_months(CAST(bq_bucket_months(x, o, bq_month_number(x) - bq_month_number(o), bq_bucket_width(n, 120000)) AS INTEGER))',

  "bq_second_of_day_text(x) AS lpad(CAST(epoch_us(CAST(x AS TIME)) // 1000000 AS VARCHAR), 5, '0')",
  // The formats of CAST know no leap seconds.
  "bq_cast_clock(h, m, s) AS CASE WHEN h <= 23 AND m <= 59 AND s <= 59 THEN ((h * 60 + m) * 60 + s) * 1000000 ELSE error('a time out of range') END",
  "bq_second_of_day(s) AS CASE WHEN s < 86400 THEN s * 1000000 ELSE error('a time out of range') END",
  "bq_cast_offset(h, m) AS CASE WHEN m <= 59 AND bq_digits(h[2:]) * 60 + m <= 840 THEN (bq_digits(h[2:]) * 60 + m) * CASE WHEN h[1] = '-' THEN -60000000 ELSE 60000000 END ELSE error('a time zone is at most 14:00 hours away from UTC') END",
  // The century in which the year is at most fifty years away.
  'bq_near_year(y, now) AS y + (now // 100 + CASE WHEN y < 50 AND now % 100 >= 50 THEN 1 WHEN y >= 50 AND now % 100 < 50 THEN -1 ELSE 0 END) * 100',
  'bq_short_year(y) AS y + CASE WHEN y < 69 THEN 2000 ELSE 1900 END',
  "bq_twelve(h) AS CASE WHEN h BETWEEN 1 AND 12 THEN h % 12 ELSE error('an hour of twelve is from 1 to 12') END",
  "bq_parsed_clock(h, m, s) AS CASE WHEN h <= 23 AND m <= 59 THEN coalesce(bq_clock_micros('0', '0', regexp_extract(s, '^\\d+'), left(regexp_extract(s, '\\.(\\d+)', 1), 6)), error('a time out of range')) + (h * 60 + m) * 60000000 ELSE error('a time out of range') END",
  "bq_day(y, m, d) AS coalesce(TRY_CAST(printf('%04d', CAST(y AS BIGINT)) || '-' || lpad(CAST(m AS VARCHAR), 2, '0') || '-' || lpad(CAST(d AS VARCHAR), 2, '0') AS DATE), error('a date out of range'))",
  // With a zone the year 10000 has instants of 9999 in it; without one it is none.
  "bq_calendar_day(n) AS CASE WHEN n IS NULL THEN NULL ELSE coalesce(bq_in_calendar(n), error('a date out of range')) END",
  "bq_day_of_year(y, d) AS CASE WHEN d BETWEEN 1 AND 365 OR (d = 366 AND date_part('doy', bq_day(y, 12, 31)) = 366) THEN bq_day(y, 1, 1) + CAST(d - 1 AS INTEGER) ELSE error('a day of the year out of range') END",
  // The weeks of a year begin with its first Sunday, or Monday; the days before that are its week 0.
  "bq_week_start(j, w, s) AS j + CAST((s - date_part('dow', j) + 7) % 7 + 7 * (w - 1) AS INTEGER)",
  "bq_week_checked(j, d, w) AS CASE WHEN w > 53 OR (w = 0 AND d = j - 7) OR (w = 53 AND date_part('year', d) > date_part('year', j)) THEN error('a week of the year out of range') ELSE d END",
  "bq_day_of_week(y, w, s, isOfYear) AS list_transform([bq_day(y, 1, 1)], lambda j: list_transform([bq_week_checked(j, bq_week_start(j, w, s), w)], lambda d: CASE WHEN isOfYear THEN make_date(date_part('year', j), date_part('month', d), date_part('day', d)) ELSE d END)[1])[1]",
];
