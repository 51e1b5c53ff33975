import { matches } from '../replies.service.js';
import { acceptedForm } from './accepted-form.js';
import { cacheDirectives } from './cache-control.js';
import { acceptedCoding, acceptsGzip } from './content-coding.js';
import { isStrict, wantsMeta } from './prefer.js';

describe('a field with a list', () => {
  it.each<[string, string, (field: string) => boolean]>([
    ['Accept', 'text/csv', (field) => acceptedForm(field) === 'csv'],
    ['Accept-Encoding', 'gzip', (field) => acceptedCoding(field) === 'gzip'],
    ['Accept-Encoding of metrics', 'gzip', acceptsGzip],
    ['Cache-Control', 'no-cache', (field) => cacheDirectives(field).noCache],
    ['If-None-Match', '"tag"', (field) => matches(field, '"tag"')],
    ['Prefer: handling', 'handling=strict', isStrict],
    ['Prefer: include', 'include=meta', wantsMeta],
  ])('%s is read up to 1,024 characters', (_, item, isHeeded) => {
    const ofLength = (length: number) => 'x,'.repeat(length).slice(0, length - item.length - 1) + `,${item}`;
    expect([ofLength(1024), ofLength(1025)].map(isHeeded)).toEqual([true, false]);
  });
});
