const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON, and keeps each number as the text that is written there: JSON.parse rounds numbers. */
export function parseWithNumbersAsText(json: string): unknown {
  return JSON.parse(json.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Whether JSON.parse has kept a number digit by digit. Whole numbers beyond 2^53 count as rounded, since every double is whole there. */
export function isHeldExactly(written: string, value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && normalForm(written) === normalForm(String(value));
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** One text for all ways to write a number, such as `1.50`, `15e-1` and `1.5`. */
function normalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
