import { packageVersion } from '../../config/package-root.js';
import { mayCall } from '../../access/may-call.js';
import { openApiText } from '../../contract/openapi/document.js';
import { printable } from '../../errors/excerpt.js';
import { listing } from '../../errors/listing.js';
import { type CommandContext } from '../command-context.js';
import { namedKey } from '../named-key.js';
import { loadedEndpoints } from '../loaded-endpoints.js';

/**
 * The OpenAPI document of the endpoints that a key may call, or of all without a key: that of the service, its parts joined and laid out.
 * Endpoints whose query could not be checked are named on `err`.
 */
export async function documentOf(context: CommandContext, keyId: string | undefined): Promise<string> {
  const settings = context.settings();
  const key = await namedKey(settings, keyId);
  const terms = { formats: settings, version: packageVersion() };
  const endpoints = await loadedEndpoints(settings, context.err);
  const unchecked = endpoints.filter((each) => each.unchecked !== undefined && mayCall(key, each.endpoint));
  if (unchecked.length > 0) {
    const names = listing(unchecked.map(({ endpoint }) => endpoint.name));
    const why = printable(unchecked[0]?.unchecked ?? '');
    context.err.write(`quern: nothing is known of the columns of ${names}: ${why}\n`);
  }
  const text = [...openApiText(endpoints, key, terms)].join('');
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
