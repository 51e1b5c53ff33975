import { type Sql } from './sql.js';

/** A tree as text. It is kept with the tree, so that each is written out once. */
export function printed(sql: Sql): string {
  const text = sql.text ?? written(sql);
  (sql as { text: string | undefined }).text = text;
  return text;
}

function written(sql: Sql): string {
  const parts: string[] = [];
  // A loop avoids recursion: an operator of a pipe has all operators before it within.
  const open: { readonly sql: Sql; next: number }[] = [{ sql, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    parts.push(top.sql.strings[top.next] ?? '');
    const child = top.sql.children[top.next];
    top.next += 1;
    if (!child) open.pop();
    else if (child.text === undefined) open.push({ sql: child, next: 0 });
    else parts.push(child.text);
  }
  return parts.join('');
}
