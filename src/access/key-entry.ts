import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { parseBudget, BUDGET, BUDGET_TEXT } from '../config/budget.js';
import { parseRate, RATE_TEXT } from '../config/rate.js';
import { type Key } from './key.js';

export interface KeyEntry {
  readonly key: Key;
  /** Hash of the token, in lower-case hex. */
  readonly sha256: string;
  /** Secret for URLs that are signed in its name; undefined where none may be. */
  readonly signingSecret: string | undefined;
  readonly description: string | undefined;
  readonly created: Date | undefined;
}

/** Takes each problem, and the node in the YAML tree where it is. */
export type ReportProblem = (node: unknown, problem: string) => void;

const FIELDS: readonly unknown[] = [
  'id',
  'sha256',
  'scopes',
  'expires',
  'bind',
  'rate_limit',
  'budget',
  'signing_secret',
  'description',
  'created',
];

/** Reads the entry at a node. Where something was reported, a stand-in holds its place, so that reading goes on. */
export function readEntry(node: unknown, report: ReportProblem): KeyEntry | undefined {
  if (isMap(node)) return new EntryReader(node, report).read();
  report(node, 'A key is a map with `id`, `sha256` and `scopes`.');
  return undefined;
}

class EntryReader {
  constructor(
    private readonly map: YAMLMap,
    private readonly report: ReportProblem,
  ) {}

  read(): KeyEntry {
    this.refuseUnknownFields();
    const id = this.required('id', KEY_ID);
    const sha256 = this.required('sha256', SHA256).toLowerCase();
    const scopes = this.scopes();
    const expiresAt = this.time('expires');
    const bind = this.bind();
    const rateLimit = parseRate(this.optional('rate_limit', RATE) ?? '');
    const budget = parseBudget(this.optional('budget', KEY_BUDGET) ?? '');
    return {
      key: {
        id,
        scopes,
        ...(expiresAt && { expiresAt }),
        bind,
        ...(rateLimit && { rateLimit }),
        ...(budget && { budget }),
      },
      sha256,
      signingSecret: this.optional('signing_secret', SIGNING_SECRET),
      description: this.optional('description', NOT_EMPTY),
      created: this.time('created'),
    };
  }

  private refuseUnknownFields(): void {
    for (const { key } of this.map.items) {
      if (isScalar(key) && FIELDS.includes(key.value)) continue;
      this.report(key, `Unknown field; a key has ${FIELDS.join(', ')}.`);
    }
  }

  private required(field: string, rule: TextRule): string {
    if (!this.map.has(field)) this.report(this.map, `The key lacks \`${field}\`: ${rule.expected}.`);
    return this.optional(field, rule) ?? '';
  }

  private optional(field: string, rule: TextRule): string | undefined {
    return this.map.has(field) ? this.text(this.map.get(field, true), `\`${field}\``, rule) : undefined;
  }

  private time(field: string): Date | undefined {
    const text = this.optional(field, TIMESTAMP);
    return text === undefined ? undefined : new Date(text);
  }

  private scopes(): string[] {
    const list = this.map.get('scopes', true);
    if (isSeq(list) && list.items.length > 0) {
      return list.items.map((item) => this.text(item, 'A scope', SCOPE) ?? '');
    }
    this.report(list ?? this.map, 'A key needs `scopes`, a list such as ["usage.*", admin].');
    return [];
  }

  private bind(): Map<string, string> {
    const bound = new Map<string, string>();
    const map = this.map.get('bind', true);
    if (isMap(map)) {
      for (const { key, value } of map.items) {
        const name = this.text(key, 'A bound parameter', PARAMETER_NAME);
        const text = this.text(value, 'A bound value', NOT_EMPTY);
        if (name !== undefined && text !== undefined) bound.set(name, text);
      }
    } else if (map !== undefined) {
      this.report(map, '`bind` is a map from parameters to values, such as {project: abc}.');
    }
    return bound;
  }

  private text(node: unknown, what: string, rule: TextRule): string | undefined {
    if (isScalar(node) && typeof node.value === 'string' && rule.accepts(node.value)) return node.value;
    this.report(node, `${what} must be ${rule.expected}.`);
    return undefined;
  }
}

export interface TextRule {
  /** Expected text, as the end of a sentence. */
  readonly expected: string;
  accepts(text: string): boolean;
}

export const KEY_ID: TextRule = {
  expected: '1 to 63 letters, digits, `.`, `_` or `-`, the first a letter or digit (`env` is taken by QUERN_API_KEY)',
  accepts: (text) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text) && text !== 'env',
};

export const SHA256: TextRule = {
  expected: 'the SHA-256 of the token in 64 hex digits, never the token itself',
  accepts: (text) => /^[0-9a-f]{64}$/i.test(text),
};

export const SCOPE: TextRule = {
  expected:
    'the name or the id of an endpoint (`*` stands for any characters), `admin`, `cache:refresh`, `cost` or `metrics`',
  accepts: (text) => text === 'cache:refresh' || /^[A-Za-z0-9._*-]{1,128}$/.test(text),
};

export const SIGNING_SECRET: TextRule = {
  expected: '256 random bits in 43 characters of base64url, as `quern keys update <id> --signed-urls` makes them',
  accepts: (text) => /^[A-Za-z0-9_-]{43}$/.test(text),
};

/** Requires time and `Z`: midnight of a date alone depends on the time zone. */
export const TIMESTAMP: TextRule = {
  expected: 'a time in UTC such as 2027-01-01T00:00:00Z',
  accepts: (text) => {
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? new Date(text) : new Date(NaN);
    // Date rolls 30 February over into March: a text that does not come back as it went in is no date.
    return !Number.isNaN(time.getTime()) && timestampText(time) === text;
  },
};

export const PARAMETER_NAME: TextRule = {
  expected: 'the name of a parameter',
  accepts: (text) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text),
};

export const RATE: TextRule = {
  expected: RATE_TEXT,
  accepts: (text) => parseRate(text) !== undefined,
};

export const KEY_BUDGET: TextRule = {
  expected: BUDGET_TEXT,
  accepts: (text) => BUDGET.test(text),
};

/** Refuses an empty text, which counts as missing among parameters: binding one would bind nothing. */
export const NOT_EMPTY: TextRule = {
  expected: 'a text that is not empty',
  accepts: (text) => text !== '',
};

/** Writes whole seconds, rounded down: a key never lives longer than was said. */
export function timestampText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
