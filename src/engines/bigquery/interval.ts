/** `[sign]years-months [sign]days [sign]hours:minutes:seconds[.fraction]`. */
const CANONICAL = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/;

/** An INTERVAL in BigQuery's own form as an ISO 8601 duration, which is how TO_JSON_STRING writes it. */
export function intervalText(canonical: string): string {
  const parts = CANONICAL.exec(canonical);
  if (!parts) throw new Error(`BigQuery sent ${JSON.stringify(canonical)} as an INTERVAL.`);
  const [, dateSign = '', years = '', months = '', days = '', timeSign = '', hours = '', minutes = '', seconds = ''] =
    parts;
  const fraction = (parts[9] ?? '').replace(/0+$/, '');
  const date = `${part(dateSign, years, 'Y')}${part(dateSign, months, 'M')}${part('', days, 'D')}`;
  const second = fraction === '' ? part(timeSign, seconds, 'S') : `${timeSign}${Number(seconds)}.${fraction}S`;
  const time = `${part(timeSign, hours, 'H')}${part(timeSign, minutes, 'M')}${second}`;
  if (date === '' && time === '') return 'P0Y';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

function part(sign: string, digits: string, unit: string): string {
  return Number(digits) === 0 ? '' : `${sign}${Number(digits)}${unit}`;
}
