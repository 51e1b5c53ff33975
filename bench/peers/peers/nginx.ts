import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Peer, type Question } from '../peer.js';
import { freePort, startProgram, versionOf } from '../program.js';
import { type Bodies } from './ours.js';

/** Files, as a proxy's cache would have them; one process, as all others are. */
const configuration = (folder: string, port: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  types { application/json json; }
  open_file_cache max=10;
  keepalive_requests 1000000000;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/static;
  }
}
`;

export const nginx = (bodies: Bodies): Peer => ({
  name: 'nginx',
  title: 'nginx, static files',
  install: 'apt-get install nginx-light',
  version: () => versionOf('nginx', '-v'),
  open: async ({ folder }) => {
    const port = await freePort();
    await mkdir(join(folder, 'static'), { recursive: true });
    for (const hit of ['small', 'large'] as const) await writeFile(join(folder, 'static', `${hit}.json`), bodies[hit]);
    const file = join(folder, 'nginx.conf');
    await writeFile(file, configuration(folder, port));
    const question = (hit: string): Question => ({
      url: `http://127.0.0.1:${port}/${hit}.json`,
      headers: {},
      rowsOf: (body) => (JSON.parse(body) as { result: readonly Readonly<Record<string, unknown>>[] }).result,
    });
    const hits = { small: question('small'), large: question('large') };
    const args = ['-c', file, '-p', folder, '-e', 'stderr'];
    return { ...(await startProgram('nginx', args, { url: hits.small.url, folder })), hits };
  },
});
