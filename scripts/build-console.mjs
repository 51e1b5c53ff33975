import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

// Bundles the console into dist/console: files with a hash of their content in their names, and the page that names them.

const OUT = 'dist/console';

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const { metafile } = await build({
  entryPoints: { main: 'console/src/main.tsx' },
  tsconfig: 'console/tsconfig.json',
  outdir: OUT,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  target: ['chrome114', 'firefox115', 'safari16.4'],
  define: { 'process.env.NODE_ENV': '"production"' },
  loader: { '.svg': 'text' },
  metafile: true,
  logLevel: 'warning',
});

const outputs = Object.entries(metafile.outputs);
const [script, { cssBundle }] = outputs.find(([, { entryPoint }]) => entryPoint === 'console/src/main.tsx');
const icon = hashed('icon.svg', readFileSync('console/src/icon.svg'));
const page = readFileSync('console/src/page.html', 'utf8')
  .replace('{script}', `console/${basename(script)}`)
  .replace('{style}', `console/${basename(cssBundle)}`)
  .replace('{icon}', `console/${icon}`);
writeFileSync(`${OUT}/index.html`, page);
hashed('licences.txt', licences());

/** The licences of what is bundled have to go with it. */
function licences() {
  const inputs = Object.keys(metafile.inputs).flatMap(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(inputs)]
    .sort()
    .map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`)
    .join('\n----\n\n');
}

function hashed(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  const [stem, extension] = name.split('.');
  const file = `${stem}-${hash}.${extension}`;
  writeFileSync(`${OUT}/${file}`, content);
  return file;
}
