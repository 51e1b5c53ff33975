import { request } from 'node:http';

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** As a browser asks for a page: no key, and no redirect followed. */
export async function getWithoutKey(
  base: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const call = request(`${base}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const got = { status: response.statusCode ?? 0, headers: response.headers as Got['headers'] };
        resolve({ ...got, body: Buffer.concat(chunks).toString() });
      });
    });
    call.on('error', reject);
    call.end();
  });
}
