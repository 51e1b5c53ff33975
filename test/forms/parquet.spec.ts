import { NUMBER_FORMATS } from '../../src/engines/number-format.js';
import { parquetFile } from '../../src/forms/parquet.js';
import { randomAnswer } from '../support/forms/random-answer.js';
import { duckDbType, readParquet } from '../support/forms/read-parquet.js';
import { Chance } from '../support/hostile/chance.js';
import { part } from '../support/part.js';

const SEEDS = Array.from({ length: part(60, 6) }, (_, index) => index + 1);

describe('an answer as Parquet', () => {
  it.each(SEEDS)('is to DuckDB what it is as JSON, value by value and type by type (seed %i)', async (seed) => {
    const chance = new Chance(seed);
    const formats = {
      numbers: chance.pick(NUMBER_FORMATS),
      timestamps: chance.pick(['iso8601', 'unix-micros'] as const),
    };
    const { types, columns, rows, plain } = randomAnswer(chance, chance.pick([1, 30, 200]), formats);
    const found = await readParquet(parquetFile(columns, rows));
    expect(found.names).toEqual(columns.map(({ name }) => name));
    expect(found.types).toEqual(types.map(duckDbType));
    expect(found.rows).toEqual(plain);
  });
});
