import { type JsonSchema, type JsonType } from '../json-schema.js';
import { ANY_OTHER, ANY_TEXT } from '../parameter-schema.js';

/** Values that one schema takes and the other refuses. */
export interface Narrowing {
  /** Description in words about the schema that refuses. */
  readonly detail: string;
  /** The refused type, if it is one. */
  readonly type?: JsonType | undefined;
}

/** A schema for values of one type, or of all types. */
type Alternative = JsonSchema & { readonly type?: JsonType };

/**
 * The rules by which `to` refuses values that `from` takes; none where it takes all of them. For parameters, `from` is the documented
 * schema and `to` the one in force; for columns it is the other way round.
 */
export function narrowings(from: JsonSchema, to: JsonSchema): readonly Narrowing[] {
  const open = alternativesOf(to);
  const found = alternativesOf(from).flatMap((alternative): readonly Narrowing[] => {
    const { type } = alternative;
    const candidates = open.filter((each) => takesType(each, type));
    if (candidates.length === 0) return [{ type, detail: `takes no ${type ?? 'other value'} any more` }];
    const found = candidates.map((each) => ofAlternative(alternative, each));
    // The alternative with the fewest narrowings is reported where each has some.
    return found.reduce((least, each) => (each.length < least.length ? each : least));
  });
  return [...ofOtherwise(from, to), ...found];
}

/** Values that are still taken, but now for the default. */
function ofOtherwise(from: JsonSchema, to: JsonSchema): readonly Narrowing[] {
  const [before, now] = [namedIn(from), namedIn(to)];
  if (!now.hasOthers) return [];
  const gone = before.members?.filter((each) => !now.members?.includes(each));
  if (!gone) return [{ detail: `takes ${listed(now.members)} alone for other than the default now` }];
  return gone.length > 0 ? [{ detail: `takes ${listed(gone)} for the default now` }] : [];
}

/** The values that a schema names, and whether it takes any others beside them. */
function namedIn({ anyOf, enum: own }: JsonSchema): { members?: readonly unknown[] | undefined; hasOthers: boolean } {
  const members = own ?? anyOf?.find((each) => each.enum)?.enum;
  return {
    members,
    hasOthers: members !== undefined && anyOf?.some(({ type }) => String(type) === String(ANY_OTHER)) === true,
  };
}

function alternativesOf(schema: JsonSchema): readonly Alternative[] {
  const { anyOf, type, ...rest } = schema;
  if (anyOf) return anyOf.flatMap((each) => alternativesOf({ ...rest, ...each }));
  const types = type === undefined ? typesOfEnum(rest.enum) : [type].flat();
  if (types.length === 0) return [rest];
  return types.map((each) => ({
    ...rest,
    ...(rest.enum && { enum: rest.enum.filter((value) => isOf(each, value)) }),
    type: each,
  }));
}

function typesOfEnum(members: readonly unknown[] = []): readonly JsonType[] {
  const types: readonly JsonType[] = ['null', 'boolean', 'number', 'string'];
  return types.filter((type) => members.some((member) => isOf(type, member)));
}

function isOf(type: JsonType, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function takesType({ type }: Alternative, wanted: JsonType | undefined): boolean {
  return type === undefined || type === wanted || (type === 'number' && wanted === 'integer');
}

function ofAlternative(from: Alternative, to: Alternative): readonly Narrowing[] {
  const details = [
    ...ofEnum(from, to),
    ...LIMITS.flatMap((limit) => ofLimit(limit, from, to)),
    ...TEXT_LIMITS.flatMap((limit) => ofTextLimit(limit, from, to)),
    ...TEXTS.flatMap((key) => ofText(key, from, to)),
  ];
  return [...details.map((detail) => ({ detail })), ...(to.items ? narrowings(from.items ?? {}, to.items) : [])];
}

function ofEnum({ enum: before }: Alternative, { enum: now }: Alternative): readonly string[] {
  if (!now) return [];
  if (!before) return [`takes only ${listed(now)} now`];
  const gone = before.filter((each) => !now.includes(each));
  return gone.length > 0 ? [`takes no ${listed(gone)} any more`] : [];
}

function listed(values: readonly unknown[] = []): string {
  return values.map((each) => JSON.stringify(each)).join(', ');
}

/** Keywords that bound a value, 1 for those that do from below and -1 from above, and the types of the values. */
const LIMITS = [
  ['minimum', 1, ['integer', 'number']],
  ['maximum', -1, ['integer', 'number']],
  ['minLength', 1, ['string']],
  ['maxLength', -1, ['string']],
  ['minItems', 1, ['array']],
  ['maxItems', -1, ['array']],
] as const satisfies readonly (readonly [keyof JsonSchema, number, readonly JsonType[]])[];

function ofLimit([key, sign, types]: (typeof LIMITS)[number], from: Alternative, to: Alternative): readonly string[] {
  const limit = to[key];
  if (limit === undefined || !isOneOf(types, from)) return [];
  // Limits beyond what a double holds exactly are compared as text, below.
  if ((key === 'minimum' || key === 'maximum') && WHOLE.test(to[`x-quern-${key}`] ?? '')) return [];
  // Listed values are compared one by one.
  if (from.enum) return [];
  const before = from[key] ?? (key === 'minLength' || key === 'minItems' ? 0 : sign * -Infinity);
  return sign * limit > sign * before ? [`${key} is ${limit} now, and was ${from[key] ?? 'none'}`] : [];
}

/** Limits that are written as text: days and instants, and whole numbers beyond a double's precision. */
const TEXT_LIMITS = [
  ['x-quern-minimum', 'minimum', 'earliest', 1],
  ['x-quern-maximum', 'maximum', 'latest', -1],
] as const;

function ofTextLimit(
  [key, plain, word, sign]: (typeof TEXT_LIMITS)[number],
  from: Alternative,
  to: Alternative,
): readonly string[] {
  const limit = to[key];
  if (limit === undefined || from.enum) return [];
  const isNumber = WHOLE.test(limit);
  // Such numbers are taken as text too, and their limits are reported once.
  if (isNumber && to.type !== 'integer') return [];
  const before = from[key] ?? (isNumber ? safeLimit(from[plain]) : undefined);
  const isTighter = before === undefined || sign * compared(limit, before) > 0;
  return isTighter ? [`${isNumber ? plain : word} is ${limit} now, and was ${before ?? 'none'}`] : [];
}

const WHOLE = /^-?[0-9]+$/;

/** The last safe integers mean no limit: greater ones are taken as text. */
function safeLimit(limit: number | undefined): string | undefined {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : String(limit);
}

/** Days, or instants in UTC: their texts are in their order, but for the Z behind a fraction. */
function compared(a: string, b: string): number {
  if (WHOLE.test(a) && WHOLE.test(b)) return BigInt(a) < BigInt(b) ? -1 : Number(BigInt(a) > BigInt(b));
  const [left, right] = [a, b].map((text) => text.replace(/Z$/, ''));
  return (left ?? '') < (right ?? '') ? -1 : Number(left !== right);
}

const TEXTS = ['pattern', 'format'] as const;

/** A changed pattern or format counts as narrower: its text does not show whether it takes more or less. */
function ofText(key: (typeof TEXTS)[number], from: Alternative, to: Alternative): readonly string[] {
  const [before, now] = [from[key], to[key]];
  if (now === undefined || now === before || now === ANY_TEXT || from.enum || !isOneOf(['string'], from)) return [];
  return [`${key} is ${excerpt(now)} now, and was ${excerpt(before ?? 'none')}`];
}

function isOneOf(types: readonly JsonType[], { type }: Alternative): boolean {
  return type === undefined || types.includes(type);
}

const MAX_EXCERPT = 80;

function excerpt(text: string): string {
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;
}
