import { type ExpressionNode, type WrittenNode, type ArrayPath } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readName, readPart } from './names.js';
import { type TokenReader, writtenFrom } from './token-reader.js';

/** A table's name as it is written in FROM, which may be the path of an array. */
export interface TablePath extends WrittenNode {
  /** Path without backticks. */
  readonly path: string;
  readonly array: ArrayPath | undefined;
  readonly isPlain: boolean;
}

/** `table`, `my-project.dataset.table`, `row.array` */
export function readTablePath(tokens: TokenReader): TablePath {
  const first = tokens.peek();
  const names = [readPathPart(tokens)];
  let node: ExpressionNode | undefined = names[0]?.node;
  let own: WrittenNode = first;
  while (tokens.is('.')) {
    own = tokens.take();
    const part = readPathPart(tokens, true);
    names.push(part);
    node = node && part.node && { type: 'Field', ...writtenFrom(first, own), operand: node, field: part.node };
  }
  const path = names.map(({ name }) => name).join('.');
  const isPlain = names.length === 1;
  if (isPlain && !node) {
    throw badSyntax(first, `${path} is no plain name; write it in backticks, as in \`${path}\``);
  }
  return {
    ...writtenFrom(first, own),
    path,
    array: isPlain || !node ? undefined : { first: names[0]?.name ?? '', path: node },
    isPlain,
  };
}

/** A name between dots; without backticks it may have dashes, and is no part of an array's path then. */
function readPathPart(tokens: TokenReader, isBehindDot = false) {
  let count = 1;
  while (tokens.peek().kind === 'word' && isDashed(tokens, count - 1)) count += 2;
  if (count > 1) return { name: tokens.takeJoined(count).text, node: undefined };
  // RANGE may be a function that makes rows.
  const isPart = isBehindDot || tokens.is('RANGE', '(');
  const node = isPart ? readPart(tokens) : readName(tokens);
  return { name: node.name, node };
}

function isDashed(tokens: TokenReader, distance: number): boolean {
  return (
    tokens.word(distance + 1) === '-' &&
    tokens.isAdjacent(distance) &&
    tokens.isAdjacent(distance + 1) &&
    tokens.peek(distance + 2).kind === 'word'
  );
}
