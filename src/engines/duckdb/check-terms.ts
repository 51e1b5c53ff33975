import { hash } from 'node:crypto';
import { type ValueFormats } from '../json-values.js';
import { type Table } from './compiler/names/tables.js';
import { type TableNames } from './data/data-source.js';
import { type TableSet } from './data/table-set.js';

const WORD = /[\p{L}\p{N}_]+/gu;

/** Everything beside a query that its check depends on: some of the options, and the columns of the tables that it may name. */
export class CheckTerms {
  private readonly options: readonly unknown[];
  private readonly shapes = new WeakMap<Table, string>();
  private tables:
    | { readonly set: TableSet; readonly count: number; readonly byWord: ReadonlyMap<string, readonly string[]> }
    | undefined;

  constructor({ numbers, timestamps, names = {} }: ValueFormats & { readonly names?: TableNames }) {
    this.options = [numbers, timestamps, names.project ?? null, names.dataset ?? null];
  }

  /** Returns the terms for a text in which the query's names stand as they are. */
  of(set: TableSet, text: string): string {
    const shapes = this.named(set, text).map((name) => [name, this.shapeOf(set.made.get(name)?.table)]);
    return JSON.stringify([this.options, shapes]);
  }

  /** The tables that a text may name: a word of each part of the name is in the text. */
  private named(set: TableSet, text: string): readonly string[] {
    const byWord = this.byWord(set);
    const words = new Set(text.match(WORD)).add('');
    return Array.from(words, (word) => byWord.get(word) ?? [])
      .flat()
      .filter((name) => name.split('.').every((part) => words.has(firstWord(part))))
      .sort();
  }

  /** Names of the tables by the first word of their last part. */
  private byWord(set: TableSet): ReadonlyMap<string, readonly string[]> {
    const count = set.made.size;
    if (this.tables?.set === set && this.tables.count === count) return this.tables.byWord;
    const byWord = new Map<string, string[]>();
    for (const name of set.made.keys()) {
      const word = firstWord(name.slice(name.lastIndexOf('.') + 1));
      const others = byWord.get(word);
      if (others) others.push(name);
      else byWord.set(word, [name]);
    }
    this.tables = { set, count, byWord };
    return byWord;
  }

  private shapeOf(table: Table | undefined): string {
    if (!table) return '';
    const known = this.shapes.get(table);
    if (known !== undefined) return known;
    const { columns, isValueTable, isConverted, isGuessed, unread } = table;
    const shape = hash('sha256', JSON.stringify([columns, isValueTable, isConverted, isGuessed, unread]), 'base64');
    this.shapes.set(table, shape);
    return shape;
  }
}

function firstWord(part: string): string {
  return part.match(WORD)?.[0] ?? '';
}
