/** How a store has records that are nested in a row: in arrays, as files do, or by themselves, as the service keeps those that are alone. */
export type Shape = 'arrays' | 'records';

/** DuckDB's SQL for the same answer, as an engineer writes it who knows how the records are held. */
export type HandWritten = Readonly<Record<Shape, string>>;
