/** Engines with another name in OpenTelemetry's conventions (`db.system.name`). */
const SYSTEMS: Readonly<Record<string, string>> = { bigquery: 'gcp.bigquery' };

export function databaseSystemOf({ name }: { readonly name: string }): string {
  return SYSTEMS[name] ?? name;
}
