import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { InvalidKeys } from './invalid-keys.js';
import { type KeyEntry, readEntry, type ReportProblem } from './key-entry.js';

export interface KeysDocument {
  readonly tree: Document;
  readonly entries: readonly KeyEntry[];
}

/**
 * Reads `keys: [{id, sha256, scopes, expires, bind, rate_limit, budget, signing_secret, description, created}]` strictly.
 *
 * @throws InvalidKeys with every problem, each as `file:line:column: …`.
 */
export function parseKeys(text: string, file: string): KeysDocument {
  const lines = new LineCounter();
  // YAML's failsafe schema has text alone: a hash of digits stays a hash, and a project `007` keeps its zeros.
  const tree = parseDocument(text, { schema: 'failsafe', prettyErrors: false, lineCounter: lines });
  const problems: string[] = [];
  const reportAt = (offset: number, problem: string) => {
    const { line, col } = lines.linePos(offset);
    problems.push(`${file}:${line}:${col}: ${problem}`);
  };
  for (const { pos, message } of [...tree.errors, ...tree.warnings]) reportAt(pos[0], `${message}.`);
  if (problems.length > 0) {
    // Places after a syntax error are guesses; further problems would be guesses too.
    throw new InvalidKeys(problems);
  }
  const entries = readEntries(tree, (node, problem) => {
    reportAt(isNode(node) && node.range ? node.range[0] : 0, problem);
  });
  if (problems.length > 0) throw new InvalidKeys(problems);
  return { tree, entries };
}

function readEntries(tree: Document, report: ReportProblem): KeyEntry[] {
  visit(tree, {
    Alias: (_, alias) => {
      report(alias, 'Aliases are not read here; write the value out.');
    },
  });
  const root = tree.contents;
  const keys: unknown = isMap(root) ? root.get('keys', true) : undefined;
  if (!isMap(root) || keys === undefined) {
    report(root, 'The file needs a list `keys:` at its top; `keys: []` is an empty one.');
    return [];
  }
  for (const { key } of root.items) {
    if (!isScalar(key) || key.value !== 'keys') report(key, 'Unknown field; the file has `keys` and nothing else.');
  }
  // `keys:` without a value is left when the last entry is deleted by hand.
  if (isScalar(keys) && keys.value === '') return [];
  if (isSeq(keys)) return readList(keys.items, report);
  report(keys, '`keys` must be a list.');
  return [];
}

function readList(nodes: readonly unknown[], report: ReportProblem): KeyEntry[] {
  const entries = new Map<string, KeyEntry>();
  const hashes = new Set<string>();
  for (const node of nodes) {
    const entry = readEntry(node, report);
    if (entry === undefined) continue;
    const { key, sha256 } = entry;
    if (key.id !== '' && entries.has(key.id)) report(node, `The id \`${key.id}\` occurs twice.`);
    if (sha256 !== '' && hashes.has(sha256)) report(node, 'This `sha256` occurs twice: one token cannot be two keys.');
    entries.set(key.id, entry);
    hashes.add(sha256);
  }
  return [...entries.values()];
}
