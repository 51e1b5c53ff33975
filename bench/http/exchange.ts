import { type Agent, get as request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as it came, nothing of it decoded. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as Node has read them and would write them. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** @param agent keeps connections; without one each request has its own */
export async function get({ url, headers }: Target, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      const { statusCode: status = 0, headers, rawHeaders } = response;
      buffer(response).then((body) => {
        resolve({ status, headers, rawHeaders, body });
      }, reject);
    }).once('error', reject);
  });
}
