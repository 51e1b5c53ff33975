import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Question } from './peer.js';

/** Longest that an answer may take; a peer that hangs is left out. */
const PATIENCE_MS = 60_000;

/** The body of an answer, which has to be a good one. */
export async function ask({ url, headers, body }: Question, agent: Agent | false = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { method, headers, agent, signal: AbortSignal.timeout(PATIENCE_MS) }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`it answers ${response.statusCode}: ${answer.slice(0, 200)}`));
      }, reject);
    })
      .once('error', reject)
      .end(body);
  });
}

/** The answer's rows where it is an array of objects itself. */
export function arrayOfRows(body: string): readonly Readonly<Record<string, unknown>>[] {
  return JSON.parse(body) as readonly Readonly<Record<string, unknown>>[];
}
