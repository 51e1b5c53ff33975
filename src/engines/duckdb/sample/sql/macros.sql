-- What the sample tables are written in. Nothing is random: every choice is a hash of the row's number and of a word that
-- names the choice, so that the same rows come out every time.

-- Evenly spread over [0, 1). Hashed twice, as hash() of two values only XORs their hashes, and choices would correlate.
CREATE MACRO chance(n, word) AS (hash(hash(n, word)) >> 11) / 9007199254740992.0;

-- Value in this share of the rows, NULL in the others. The value itself may be drawn with the same word.
CREATE MACRO maybe(n, word, share, value) AS CASE WHEN chance(n, word || ' present') < share THEN value END;

-- A record, or in some thin rows none: NULL for one half of those, an empty array for the other.
CREATE MACRO record(n, word, share, value) AS CASE
  WHEN chance(n, word || ' present') < share THEN [value]
  WHEN chance(n, word || ' empty') < 0.5 THEN []
END;

-- One of the list. What shall come up more often is listed more often.
CREATE MACRO pick(n, word, list) AS list[1 + CAST(floor(chance(n, word) * len(list)) AS BIGINT)];

-- 0, 1, … count - 1.
CREATE MACRO number(n, word, count) AS CAST(floor(chance(n, word) * count) AS BIGINT);

-- Log-normal (Box-Muller), as durations are: half of the values below median, and a tail of slow ones.
CREATE MACRO duration(n, word, median, spread) AS CAST(ceil(median * exp(spread
  * sqrt(-2 * ln(1 - chance(n, word))) * cos(2 * pi() * chance(n, word || ' angle')))) AS BIGINT);

-- Up to 16 hexadecimal digits.
CREATE MACRO hex(n, word, digits) AS left(printf('%016x', hash(hash(n, word))), digits);

-- A UUID, of version 4 in form.
CREATE MACRO uuid_of(n, word) AS printf('%08x-%04x-4%03x-a%03x-%012x',
  hash(hash(n, word)) >> 32, (hash(hash(n, word)) >> 16) & 65535, hash(hash(n, word)) & 4095,
  hash(hash(word, n)) >> 52, hash(hash(word, n)) & 281474976710655);

-- The row's id. The moment is part of it, so that rows made anew have new ones.
CREATE MACRO log_id(n, moment) AS uuid_of(n, epoch_us(moment));

CREATE MACRO iso_time(moment) AS strftime(moment, '%Y-%m-%dT%H:%M:%S.%gZ');

-- The number of one of 400 clients, the low ones being the busiest.
CREATE MACRO client_of(n) AS CAST(floor(400 * pow(chance(n, 'client'), 2)) AS BIGINT);

-- Only from the ranges that RFC 5737 keeps for documentation.
CREATE MACRO address_of(client) AS
  pick(client, 'network', ['192.0.2.', '198.51.100.', '203.0.113.']) || (1 + client % 254);

CREATE MACRO agent_of(client) AS pick(client, 'agent', [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  'ExampleShop/4.2.0 (iOS 18.5)', 'ExampleShop/4.1.7 (Android 14)', 'node', 'curl/8.14.1',
  'ExampleBot/1.3 (+https://bot.example.com)']);

CREATE MACRO region_of(project) AS pick(project, 'region', ['eu-north-1', 'eu-west-3', 'ap-northeast-3']);

-- The key that a client sends. What is recorded of it is how it begins and a hash, or why it is refused.
CREATE MACRO api_key_of(client) AS {'apikey': [{
  'prefix': pick(client, 'kind', ['sb_publishable_', 'sb_publishable_', 'sb_secret_']) || hex(client, 'key', 5),
  'hash': hex(client, 'key hash', 16),
  'error': CASE WHEN client % 11 = 0 THEN 'revoked' END}]};

-- Hours from the middle of the logs: dense close to it, ever thinner towards reach; even where scale is large.
CREATE MACRO distance(n, scale, reach) AS scale * (pow(1 + reach / scale, chance(n, 'time')) - 1);

-- How far from the middle a thing happened: half of the rows in the 90 days before it, half in the 25 hours after it.
CREATE MACRO offset_of(n) AS to_microseconds(CAST(3.6e9 * CASE n % 2
  WHEN 0 THEN -distance(n, 3, 90 * 24)
  ELSE distance(n, 48, 25)
END AS BIGINT));

CREATE MACRO moments_around(middle, first, count) AS TABLE
  SELECT n, middle + offset_of(n) AS timestamp
  FROM range(first, first + count) AS numbers(n)
  ORDER BY timestamp;
