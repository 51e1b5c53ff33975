const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** What a text of JSON holds, with each number as the text that is written there: JSON.parse rounds them. */
export function parseWithNumbersAsText(json: string): unknown {
  return JSON.parse(json.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Has JSON.parse taken a number for what is written, digit by digit? Beyond 2^53 whole numbers count as rounded, since every double is whole there. */
export function isHeldExactly(written: string, value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && normalForm(written) === normalForm(String(value));
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The same for all ways to write a number, `1.50`, `15e-1` and `1.5`. */
function normalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
