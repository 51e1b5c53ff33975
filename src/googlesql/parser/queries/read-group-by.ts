import { type SetKind } from '../../ast/group-by.js';
import { type GroupByNode, type KeyGroupNode, type KeySetsNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';

const KINDS: readonly SetKind[] = ['ROLLUP', 'CUBE', 'GROUPING SETS'];

/** `GROUP BY …`, with ALL, ROLLUP, CUBE and GROUPING SETS. */
export function readGroupBy(clause: SyntaxNode, read: ExpressionReader): GroupByNode {
  expectOnly(clause, 'by', 'exprs', 'how');
  const words = clause.list('how');
  for (const word of words) expectOnly(word);
  const how = words.map(({ keyword }) => keyword).join(' ');
  const items = clause.list('exprs');
  const [first, ...others] = items;
  const written = writtenAt(clause);
  if (how === 'ALL') {
    if (first) throw unknownSyntax(first, `"${first.firstText}" here`);
    return { type: 'GroupByAll', ...written };
  }
  const kind = KINDS.find((each) => each === how);
  if (how !== '' && !kind) throw unknownSyntax(words[0] ?? clause, `GROUP BY ${how}`);
  const second = kind ? others[0] : others.find((item) => kindOf(item));
  if (second) {
    throw badSyntax(
      second,
      'ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY; list the sets of keys, as in GROUPING SETS ((a, b), (a))',
    );
  }
  if (kind && first) return { type: 'GroupBySets', ...written, sets: readSets(first, kind, grouped(first), read) };
  const isEmpty = first?.type === 'EmptyStruct' && others.length === 0;
  return { type: 'GroupByKeys', ...written, keys: isEmpty ? [] : items.map((item) => read(item)) };
}

/** The parser takes what is within GROUPING SETS, and all but the first item of a GROUP BY, for calls of functions. */
function kindOf(node: SyntaxNode): SetKind | undefined {
  const name = node.type === 'CallingFunction' ? (node.child('func')?.keyword ?? '') : '';
  return KINDS.find((each) => each === (name === 'SETS' ? 'GROUPING SETS' : name));
}

function readSets(
  node: SyntaxNode,
  kind: SetKind,
  members: readonly SyntaxNode[],
  read: ExpressionReader,
): KeySetsNode {
  return {
    type: 'KeySets',
    ...writtenAt(node),
    kind,
    members: members.map((member) => {
      const inner = kindOf(member);
      if (!inner) return readGroup(member, read);
      expectOnly(member, 'func', 'args');
      return readSets(member, inner, member.list('args'), read);
    }),
  };
}

/** A key, or the keys of a group in parentheses. */
function readGroup(node: SyntaxNode, read: ExpressionReader): KeyGroupNode {
  const isGroup = node.type === 'GroupedExpr' || (node.type === 'StructLiteral' && !node.has('type'));
  const keys = node.type === 'EmptyStruct' ? [] : isGroup ? grouped(node) : [node];
  return { type: 'KeyGroup', ...writtenAt(node), keys: keys.map((key) => read(key)) };
}

/** The parser takes the keys in parentheses for a STRUCT, or for one expression. */
function grouped(node: SyntaxNode): readonly SyntaxNode[] {
  expectOnly(node, 'exprs', 'expr');
  return node.type === 'StructLiteral' ? node.list('exprs') : [childOf(node, 'expr')];
}
