import { hash } from 'node:crypto';
import { type ValueFormats } from '../json-values.js';
import { type Table } from './compiler/names/tables.js';
import { type TableNames } from './data/data-source.js';
import { type TableSet } from './data/table-set.js';

const WORD = /[\p{L}\p{N}_]+/gu;
const NO_WORD = /[^\p{L}\p{N}_]/u;

/** Everything beside a query that its check depends on: some of the options, and the columns of the tables that it may name. */
export class CheckTerms {
  private readonly options: readonly unknown[];
  private readonly shapes = new WeakMap<Table, string>();

  constructor({ numbers, timestamps, names = {} }: ValueFormats & { readonly names?: TableNames }) {
    this.options = [numbers, timestamps, names.project ?? null, names.dataset ?? null];
  }

  /** Returns the terms for a text in which the query's names stand as they are. */
  of({ tables }: TableSet, text: string): string {
    const words = new Set(text.match(WORD));
    // A part that is no word may be written with escapes.
    const mayName = (table: string) => table.split('.').every((part) => words.has(part) || NO_WORD.test(part));
    const named = [...tables].filter(([name]) => mayName(name)).sort(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify([this.options, named.map(([name, table]) => [name, this.shapeOf(table)])]);
  }

  private shapeOf(table: Table): string {
    const known = this.shapes.get(table);
    if (known !== undefined) return known;
    const { columns, isValueTable, isConverted, isGuessed, unread } = table;
    const shape = hash('sha256', JSON.stringify([columns, isValueTable, isConverted, isGuessed, unread]), 'base64');
    this.shapes.set(table, shape);
    return shape;
  }
}
