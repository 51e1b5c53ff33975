import { type INestApplication } from '@nestjs/common';
import { Settings } from '../../../src/config/settings.js';
import { answerSchema, contractOf, rowSchema } from '../../../src/contract/endpoint-contract.js';
import { META_SCHEMA } from '../../../src/contract/meta-schema.js';
import { Registry } from '../../../src/registry/registry.service.js';
import { mistakesOfAnswer } from './schemas.js';

const QUERY = /^\/api\/endpoints\/query\/([^/?]+)(?:\?(.*))?$/s;

/** Throws where a good answer is not what the contract of its endpoint says. SQL of the caller's own has columns of its own. */
export async function checkAnswer(app: INestApplication, path: string, response: Response): Promise<void> {
  const [, reference = '', query = ''] = QUERY.exec(path) ?? [];
  if (response.status !== 200 || reference === '' || new URLSearchParams(query).has('sql')) return;
  const loaded = app.get(Registry).findIfServed(decodeURIComponent(reference));
  if (!loaded) return;
  const { timestamps, numbers } = app.get<Settings>(Settings);
  const contract = contractOf(loaded, { bind: new Map() }, { timestamps, numbers });
  const answer = (await response.clone().json()) as { result: readonly object[] };
  const found = mistakesOfAnswer(answerSchema(rowSchema(contract), contract.maxRows, META_SCHEMA), answer);
  const names = contract.columns?.map(({ name }) => name);
  const other = answer.result.find((row) => names && String(Object.keys(row)) !== String(names));
  if (other) found.push(`a row has ${String(Object.keys(other))} instead of ${String(names)}`);
  if (found.length > 0) throw new Error(`${path}: the answer is not what its schema says: ${found.join('; ')}`);
}
