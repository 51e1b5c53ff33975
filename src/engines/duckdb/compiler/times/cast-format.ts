import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { castTokens } from '../../../../googlesql/grammar/cast-tokens.js';
import { CAST_ELEMENTS } from './cast-elements.js';
import { hasPart } from '../../../../googlesql/types/time-fields.js';
import { type FormattedTime } from './format-elements.js';
import { joinSql, SQL, type Sql, textSql } from '../sql-tree/sql.js';

/** DuckDB SQL that writes a date or time in a format of CAST, which is known at load. */
export function castFormatted(format: string, written: FormattedTime, node: WrittenNode): Sql {
  const pieces = castTokens(format, node).map((token) => {
    if (token.kind !== 'element') return textSql(token.text);
    // DAY is not there: it is filled up with spaces by the documentation, and not by GoogleSQL's own code.
    const { part, write, isCased } = CAST_ELEMENTS.get(token.name) ?? {};
    if (!part || !write) throw unsupportedAt(node, `the format element ${token.text} for a ${written.kind}`);
    if (!hasPart(written.kind, part)) throw errorAt(node, `a ${written.kind} has nothing for ${token.text}`);
    return isCased ? cased(write(written), token.text) : write(written);
  });
  return SQL`CASE WHEN ${written.local} IS NOT NULL THEN concat_ws('', ${joinSql([...pieces, SQL`''`])}) END`;
}

/** `MONTH` is JANUARY, `Month` is January and `month` is january. */
function cased(sql: Sql, name: string): Sql {
  if (/^[a-z]/.test(name)) return SQL`lower(${sql})`;
  return /^M[a-z]|^D[a-z]/.test(name) ? sql : SQL`upper(${sql})`;
}
