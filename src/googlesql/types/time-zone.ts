/** A time zone as text says it: a constant offset in microseconds, or a name of the IANA database. */
export type WrittenZone = { readonly offset: bigint } | { readonly name: string };

export const UTC: WrittenZone = { offset: 0n };

/** Names of the IANA database that are UTC by themselves. */
const UTC_NAMES = new Set(['UTC', 'GMT', 'UCT', 'Universal', 'Zulu', 'Greenwich']);

const OFFSET = /^(?:UTC)?([+-])(\d{1,2})(?::?(\d{1,2}))?$/;

/** Names that mean the same wherever the database is read. Abbreviations such as "PST" do not. */
const NAME = /^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]*)+$/;

const MAX_MINUTES = 14 * 60;

/** Reads a time zone; undefined where the text is none, or may mean different ones in different places. */
export function zoneOfText(text: string): WrittenZone | undefined {
  if (UTC_NAMES.has(text)) return UTC;
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (sign) {
    const total = Number(hours) * 60 + Number(minutes);
    if (Number(minutes) > 59 || total > MAX_MINUTES) return undefined;
    return { offset: BigInt(sign === '-' ? -total : total) * 60_000_000n };
  }
  return NAME.test(text) && isZoneName(text) ? { name: text } : undefined;
}

function isZoneName(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
