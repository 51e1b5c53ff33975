/** Other dialects' names for functions that GoogleSQL has. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['JSON_EXTRACT_PATH_TEXT', 'JSON_VALUE'],
  ['NVL', 'IFNULL'],
]);

/** Words of other dialects that GoogleSQL has others for. */
export const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['CHARINDEX', 'no function CHARINDEX; write STRPOS(text, part)'],
  ['CONVERT', 'no function CONVERT; write CAST(x AS type)'],
  ['DATEADD', 'no function DATEADD; write DATE_ADD(d, INTERVAL 1 DAY), or TIMESTAMP_ADD'],
  ['DATEDIFF', 'no function DATEDIFF; write DATE_DIFF(later, earlier, DAY), or TIMESTAMP_DIFF'],
  ['DATE_FORMAT', "no function DATE_FORMAT; write FORMAT_TIMESTAMP('%F', ts), or FORMAT_DATE"],
  ['DATE_PART', 'no function DATE_PART; write EXTRACT(HOUR FROM ts)'],
  ['DECODE', 'no function DECODE; write CASE x WHEN … THEN … END'],
  ['FROM_UNIXTIME', 'no function FROM_UNIXTIME; write TIMESTAMP_SECONDS(n)'],
  ['GETDATE', 'no function GETDATE; write CURRENT_TIMESTAMP()'],
  ['GROUP_CONCAT', "no function GROUP_CONCAT; write STRING_AGG(x, ',')"],
  ['IIF', 'no function IIF; write IF(condition, x, y)'],
  ['ISNULL', 'no function ISNULL; write x IS NULL, or IFNULL(x, y)'],
  ['LEN', 'no function LEN; write LENGTH(text)'],
  ['LISTAGG', "no function LISTAGG; write STRING_AGG(x, ',')"],
  ['MEDIAN', 'no function MEDIAN; write APPROX_QUANTILES(x, 2)[OFFSET(1)], or PERCENTILE_CONT(x, 0.5) OVER ()'],
  ['NOW', 'no function NOW; write CURRENT_TIMESTAMP()'],
  ['NVL2', 'no function NVL2; write IF(x IS NULL, z, y)'],
  ['ON', 'no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) = 1'],
  ['STRFTIME', "no function STRFTIME; write FORMAT_TIMESTAMP('%F', ts)"],
  ['TO_CHAR', "no function TO_CHAR; write FORMAT_TIMESTAMP('%F', ts), or CAST(x AS STRING)"],
  ['TO_DATE', "no function TO_DATE; write PARSE_DATE('%F', text), or CAST(text AS DATE)"],
  ['TO_NUMBER', 'no function TO_NUMBER; write CAST(text AS INT64)'],
  ['TO_TIMESTAMP', "no function TO_TIMESTAMP; write PARSE_TIMESTAMP('%F', text), or TIMESTAMP_SECONDS(n)"],
  ['TOP', 'no TOP; write LIMIT at the end of the query'],
  ['UNIX_TIMESTAMP', 'no function UNIX_TIMESTAMP; write UNIX_SECONDS(ts)'],
]);
