import {
  type Document,
  LineCounter,
  type Pair,
  type ParsedNode,
  Scalar,
  type YAMLMap,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  parseDocument,
  type ErrorCode,
  type YAMLParseError,
} from 'yaml';
import { quote } from '../../errors/excerpt.js';
import { TEXT_START, type TextPosition, advance } from '../../googlesql/tokens/text-position.js';
import { Problems } from '../../diagnostics/problem.js';
import { decodeUtf8 } from './utf8-text.js';
import { type YamlEntry, type YamlMapping, type YamlScalar, type YamlValue } from './yaml-value.js';

const STYLES: Readonly<Record<string, YamlScalar['style']>> = {
  [Scalar.BLOCK_LITERAL]: 'block',
  [Scalar.BLOCK_FOLDED]: 'block',
  [Scalar.QUOTE_DOUBLE]: 'double-quoted',
  [Scalar.QUOTE_SINGLE]: 'single-quoted',
};

/** The keys of a file below which rows are written, where NULL is a value like any other. */
const NULL_KEYS = ['tests', 'defaults'];

/**
 * Reads a file that is one mapping, in the part of YAML 1.2 that an endpoint file needs. Anchors, aliases, merge keys,
 * tags and directives are refused: they let one place of a file change another, or a few lines become gigabytes.
 */
export function readYaml(file: string, bytes: Uint8Array): { mapping: YamlMapping | undefined; problems: Problems } {
  const { text, invalidAt } = decodeUtf8(bytes);
  const problems = new Problems(file, text);
  if (invalidAt) problems.add('file_unreadable', invalidAt, 'this is not UTF-8; save the file as UTF-8');
  return { mapping: invalidAt ? undefined : new YamlReader(text, problems).read(), problems };
}

class YamlReader {
  readonly #lines = new LineCounter();
  /** Whether the reader is inside of one of `NULL_KEYS`. */
  #takesNull = false;
  #file: ParsedNode | null = null;

  constructor(
    private readonly text: string,
    private readonly problems: Problems,
  ) {}

  read(): YamlMapping | undefined {
    const document = parseDocument(this.text, {
      version: '1.2',
      intAsBigInt: true,
      prettyErrors: false,
      // Duplicates are found below, where the message can name both places.
      uniqueKeys: false,
      lineCounter: this.#lines,
    });
    return this.#isReadable(document) ? this.#root(document.contents) : undefined;
  }

  #isReadable(document: Document.Parsed): boolean {
    // The first error alone, since further ones often follow from it.
    const [error] = document.errors;
    if (error) {
      const place = this.#place(error.pos[0]);
      const unindented = unindentedBlock(this.text, place.line);
      this.problems.add('yaml_syntax', unindented ?? place, unindented?.message ?? syntaxMessage(error));
    }
    if (document.directives.yaml.explicit === true) {
      this.#unsupported(TEXT_START, 'a %YAML directive is not supported; remove it, endpoint files are YAML 1.2');
    }
    return this.problems.count === 0;
  }

  #root(contents: ParsedNode | null): YamlMapping | undefined {
    this.#file = contents;
    const root = contents === null ? undefined : this.#value(contents);
    if (root?.kind === 'mapping') return root;
    if (contents === null || isEmpty(contents)) {
      this.#invalid(TEXT_START, 'the file is empty; an endpoint needs at least id, name and query');
    } else if (root) {
      this.#invalid(root.place, 'an endpoint file is a mapping of keys such as id, name and query');
    }
    return undefined;
  }

  #value(node: ParsedNode): YamlValue | undefined {
    const place = this.#place(node.range[0]);
    if (isAlias(node)) {
      this.#unsupported(place, 'aliases are not supported; write the value out');
      return undefined;
    }
    if (node.anchor !== undefined) {
      this.#unsupported(place, `the anchor &${node.anchor} is not supported; remove it`);
    }
    if (node.tag !== undefined) {
      this.#unsupported(place, `the tag ${node.tag} is not supported; remove it`);
    }
    if (isMap(node)) return this.#mapping(node, place);
    if (isCollection(node)) return { kind: 'list', place, items: this.#items(node.items) };
    return this.#scalar(node, place);
  }

  #items(nodes: readonly ParsedNode[]): YamlValue[] {
    return nodes.flatMap((node) => {
      if (!this.#isMissing(node)) return this.#value(node) ?? [];
      this.#invalid(this.#place(node.range[0]), 'this item has no value; write one, or remove it');
      return [];
    });
  }

  #mapping(node: YAMLMap.Parsed, place: TextPosition): YamlMapping {
    const entries = new Map<string, YamlEntry>();
    for (const pair of node.items) {
      const key = this.#key(pair);
      if (key === undefined) continue;
      const keyPlace = this.#place(pair.key.range[0]);
      const first = entries.get(key);
      if (first) {
        this.problems.add(
          'duplicate',
          keyPlace,
          `the key ${quote(key)} is already on line ${first.keyPlace.line}; keep one of the two`,
        );
        continue;
      }
      if (pair.value === null || this.#isMissing(pair.value)) {
        this.#invalid(keyPlace, `${quote(key)} has no value; write one, or leave the key out`);
        continue;
      }
      const outside = this.#takesNull;
      this.#takesNull ||= node === this.#file && NULL_KEYS.includes(key);
      const value = this.#value(pair.value);
      this.#takesNull = outside;
      if (value) entries.set(key, { keyPlace, value });
    }
    return { kind: 'mapping', place, entries };
  }

  /** Whether a key has no value; where NULL is one, it has to be written out. */
  #isMissing(node: ParsedNode): boolean {
    return isEmpty(node) && !(this.#takesNull && node.range[0] < node.range[1]);
  }

  #key({ key }: Pair<ParsedNode, ParsedNode | null>): string | undefined {
    const place = this.#place(key.range[0]);
    const value = isScalar(key) ? this.#value(key) : undefined;
    if (value?.kind === 'scalar' && value.value === '<<') {
      this.#unsupported(place, 'merge keys are not supported; write the keys out');
    } else if (value?.kind === 'scalar' && typeof value.value === 'string') {
      return value.value;
    } else {
      this.#invalid(place, 'a key is a plain word such as name; put it in quotes if it has to look like a number');
    }
    return undefined;
  }

  #scalar(node: Scalar.Parsed, place: TextPosition): YamlScalar {
    const [start, end] = node.range;
    return {
      kind: 'scalar',
      place,
      value: node.value as YamlScalar['value'],
      written: { text: this.text, start, end },
      style: STYLES[node.type ?? ''] ?? 'plain',
    };
  }

  #invalid(place: TextPosition, message: string): void {
    this.problems.add('invalid_value', place, message);
  }

  #unsupported(place: TextPosition, message: string): void {
    this.problems.add('yaml_unsupported', place, message);
  }

  #place(offset: number): TextPosition {
    const { line, col } = this.#lines.linePos(offset);
    return { line, column: advance(TEXT_START, this.text.slice(offset - col + 1, offset)).column };
  }
}

function isEmpty(node: ParsedNode): boolean {
  return isScalar(node) && node.value === null;
}

/** Remedies for the slips that people make. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BAD_INDENT: 'indent keys that belong together alike, and the values below them further',
  BAD_SCALAR_START: 'put the value in quotes',
  BAD_DQ_ESCAPE: 'write \\\\ for a backslash, or use single quotes, in which it stands for itself',
  BLOCK_AS_IMPLICIT_KEY: 'put a value that has a colon and a space in it in quotes',
  MULTILINE_IMPLICIT_KEY: 'write a colon and a space behind each key, and put text of several lines in quotes',
  MISSING_CHAR: 'close what is open here, and write a colon and a space behind each key',
  UNEXPECTED_TOKEN: 'remove it, or put the value in quotes',
};

function syntaxMessage({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document starts here; write one endpoint per file';
  const remedy = REMEDIES[code] ?? 'compare this line and the one above with a file that works';
  return `not valid YAML: ${message.replace(/\.$/, '')}; ${remedy}`;
}

/** `query: |` in front of nothing but text, and another key. */
const BLOCK = /^( *)([\w-]+): *[|>][-+\d]* *(?:#.*)?$/;
const KEY = /^ *(?:- +)?[\w-]+:(?: |$)/;

/** Finds text with no deeper indentation than the `key: |` it belongs to, which keeps the rest from being read as YAML. */
function unindentedBlock(text: string, errorLine: number): (TextPosition & { message: string }) | undefined {
  const lines = text.split(/\r?\n/).slice(0, errorLine);
  const head = lines.findLastIndex((line) => KEY.test(line));
  const [, indentation = '', key = ''] = BLOCK.exec(lines[head] ?? '') ?? [];
  const isOutside = (line: string) => line.trim() !== '' && line.search(/\S/) <= indentation.length;
  const first = lines.findIndex((line, index) => index > head && isOutside(line));
  if (key === '' || first === -1) return undefined;
  const message = `this line has to be indented to belong to "${key}: |"; put two spaces more in front of it and of each line below that is a part of it`;
  return { line: first + 1, column: TEXT_START.column, message };
}
