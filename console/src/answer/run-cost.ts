import { type Cost } from './answer-facts.js';

const SHOWN = ['bytes_processed', 'bytes_billed', 'slot_ms'] as const;

interface Listed {
  readonly result?: { readonly runs?: { readonly last_run?: Readonly<Record<string, unknown>> | null } };
}

/** As far as the engine tells. */
export function costIn(body: unknown): Cost {
  const run = (body as Listed | undefined)?.result?.runs?.last_run ?? {};
  return SHOWN.flatMap((name) => {
    const value = run[name];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
}
