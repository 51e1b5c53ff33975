import { type Agent, get as request } from 'node:http';
import { type Target } from '../http/exchange.js';

/** False where nothing has come in time; another answer than the one that is meant fails. */
export async function get({ url, headers }: Target, agent: Agent | false, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent, signal }, (response) => {
      response
        .resume()
        .once('error', () => {
          resolve(false);
        })
        .once('end', () => {
          if (response.statusCode === 200) resolve(true);
          else reject(new Error(`${url}: ${String(response.statusCode)}`));
        });
    }).once('error', (error) => {
      if (signal.aborted) resolve(false);
      else reject(error);
    });
  });
}
