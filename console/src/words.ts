/** In minutes. */
const UNITS = [
  ['d', 1440],
  ['h', 60],
  ['min', 1],
] as const;

/** `45 s`, `15 min`, `2 h 5 min`: two units at most, of which the second is left out where it is none. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 90) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  const at = UNITS.findIndex(([, size]) => minutes >= size);
  const [name, size] = UNITS[at] ?? ['min', 1];
  const [second, smaller] = UNITS[at + 1] ?? ['', 1];
  const rest = Math.floor((minutes % size) / smaller);
  return `${Math.floor(minutes / size)} ${name}${rest === 0 ? '' : ` ${rest} ${second}`}`;
}

/** 1 kB is 1000 bytes. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), 5);
  const value = bytes / 1000 ** power;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['B', 'kB', 'MB', 'GB', 'TB', 'PB'][power] ?? ''}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
