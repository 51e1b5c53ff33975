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
} from 'yaml';
import { quote } from '../../errors/excerpt.js';
import { TEXT_START, type TextPosition, advance } from '../../googlesql/tokens/text-position.js';
import type { Problems } from '../../diagnostics/problem.js';
import { syntaxMessage, unindentedBlock } from './yaml-syntax.js';
import type { YamlEntry, YamlMapping, YamlScalar, YamlValue } from './yaml-value.js';

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
export function readYaml(text: string, problems: Problems): YamlMapping | undefined {
  return new YamlReader(text, problems).read();
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
