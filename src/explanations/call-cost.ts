import { type Budgets } from '../budgets/budgets.service.js';
import { type Ledger } from '../budgets/ledger.js';
import { priceOf } from '../budgets/spend-report.js';
import { LEAST_BYTES } from '../config/budget.js';
import { type Settings } from '../config/settings.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';

/** The cost of a call now, as far as it is known ahead: `COST` is its schema. */
export type CallCost = ReturnType<typeof callCost>;

/** @param bytes those that a dry run says would be read */
export function callCost(
  endpoint: Endpoint,
  bytes: number | undefined,
  {
    budgets,
    ledger,
    settings,
  }: { readonly budgets: Budgets; readonly ledger: Ledger; readonly settings: Pick<Settings, 'pricePerTib'> },
) {
  return {
    bytes_processed: bytes ?? null,
    price: bytes === undefined ? null : priceOf(bytes === 0 ? 0 : Math.max(LEAST_BYTES, bytes), settings.pricePerTib),
    runs: meanRun(ledger, endpoint.name),
    // Budgets of the endpoint and of the service.
    budgets: budgets.leftFor(endpoint),
  };
}

/** The mean of the runs of the last day that has any. */
function meanRun(ledger: Ledger, name: string) {
  const day = ledger.days.findLast((each) => ledger.of(each, 'endpoint').has(name));
  const spent = day === undefined ? undefined : ledger.of(day, 'endpoint').get(name);
  if (day === undefined || spent === undefined) return null;
  const mean = (sum: number) => Math.round(sum / spent.runs);
  return {
    day,
    runs: spent.runs,
    bytes_billed: mean(spent.bytes_billed),
    bytes_processed: mean(spent.bytes_processed),
    slot_ms: mean(spent.slot_ms),
    run_ms: mean(spent.run_ms),
  };
}
