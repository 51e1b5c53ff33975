import {
  TextRule,
  KEY_ID,
  SHA256,
  SCOPE,
  SIGNING_SECRET,
  TIMESTAMP,
  PARAMETER_NAME,
  RATE,
  KEY_BUDGET,
  NOT_EMPTY,
} from './key-rules.js';
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { parseBudget } from '../config/budget.js';
import { parseRate } from '../config/rate.js';
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
      key: { id, scopes, expiresAt, bind, rateLimit, budget },
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
