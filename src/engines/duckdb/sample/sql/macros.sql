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

-- The projects that the logs belong to; the busiest has a second share. All of them are invented. No name is part of another.
CREATE MACRO project_of(n) AS pick(n, 'project', ['demo', 'demo', 'bakery', 'lighthouse', 'orchard']);

CREATE MACRO function_of(n, project) AS CASE project
  WHEN 'demo' THEN pick(n, 'function', [
    {'id': '6513270e-269e-4d37-b2a7-4de452e6b438', 'name': 'hello-world'},
    {'id': 'd23f0824-128b-4f33-8c5c-7fd0a6a3a450', 'name': 'send-receipt'},
    {'id': '9531985d-5d9d-49f8-9818-e811892f902b', 'name': 'resize-image'},
    {'id': '36f675cc-81e7-4ef5-a8e2-5d940ed90475', 'name': 'payment-webhook'},
    {'id': '6b0d549b-6f03-475a-9600-a35a099950d8', 'name': 'search-index'},
    {'id': '8d116ece-1738-47d9-bd9c-172411e20b8f', 'name': 'nightly-report'}])
  WHEN 'bakery' THEN pick(n, 'function', [
    {'id': '90c192cf-d3ac-44af-8f21-ddb66cad4a26', 'name': 'hello-world'},
    {'id': 'a170b338-3926-4059-b28c-105d1fb17c23', 'name': 'take-order'},
    {'id': '0fd630f1-f29d-4da9-953f-48f1a09f76b5', 'name': 'print-label'},
    {'id': '0cb1e29c-658c-4a14-95e6-0af593bd04cf', 'name': 'send-receipt'},
    {'id': '8e81973e-0bec-47b0-b898-d190f9ebdacc', 'name': 'stock-alert'},
    {'id': '6b4cb242-4a23-4596-a217-beaddbc496cb', 'name': 'daily-bread'}])
  WHEN 'lighthouse' THEN pick(n, 'function', [
    {'id': '92276658-1e27-41c0-8a6a-63ec24ede6a4', 'name': 'hello-world'},
    {'id': 'ae97ba94-d0ed-482f-8f6d-05584ef8aa38', 'name': 'weather-feed'},
    {'id': '923a7369-94e3-4f91-9a61-dbe22e44158b', 'name': 'lamp-status'},
    {'id': '18f135d2-5f55-4203-b018-50c5a38fd547', 'name': 'fog-signal'},
    {'id': '907a70c3-1012-4037-b64c-e4228c38fb29', 'name': 'ship-lookup'},
    {'id': '7f150524-34b9-45df-9e77-69b10f4205b4', 'name': 'tide-table'}])
  WHEN 'orchard' THEN pick(n, 'function', [
    {'id': 'c6f87718-6d76-407e-881e-d162ae2eb154', 'name': 'hello-world'},
    {'id': 'ec66a787-95e7-41d1-b731-af10506bf2ef', 'name': 'pick-list'},
    {'id': '3f98e277-4cbd-47ad-9c90-a9587403e430', 'name': 'frost-warning'},
    {'id': 'c7a2ea20-b2f1-4c94-ae05-319acb5c7427', 'name': 'resize-image'},
    {'id': '4cdd2055-930d-4eaf-94f4-733f3e7d1bfb', 'name': 'press-schedule'},
    {'id': '57ee05cd-e009-42c7-bebf-f20686734721', 'name': 'send-invoice'}])
END;

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
