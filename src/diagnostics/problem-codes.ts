/** Stable codes of all problems that an operator's file can have, with their meanings. */
export const PROBLEM_CODES = {
  file_unreadable: 'The file or folder cannot be read as text.',
  yaml_syntax: 'The file is not well-formed YAML.',
  yaml_unsupported: 'The file uses a part of YAML that endpoint files do not have, such as anchors or tags.',
  unknown_key: 'There is no such key at this place.',
  invalid_value: 'A value is missing, or not of the kind that its key takes.',
  conflicting_keys: 'Two keys do not go together, or not with these values.',
  duplicate: 'An id or a name is taken by another file, or something is in one file twice.',
  not_one_select: 'The query is not one SELECT, or cannot be read as SQL.',
  undeclared_parameter: 'The query uses a parameter that the file does not declare.',
  unused_parameter: 'The file declares a parameter that the query does not use.',
  volatile_function: 'A cached query depends on more than its parameters, the data and the clock.',
  clock_dependent:
    'A query with `refresh: on_change` reads the clock, so that its answer changes although its tables do not.',
  select_star: 'The query does not name the columns that it returns, and the file does not promise any.',
  unbounded_scan: 'The query reads every partition of a table.',
  query_refused: 'The engine does not take the query.',
  page_key: 'A parameter or a column cannot carry the end of a page over to the next one.',
  page_order: 'The ORDER BY, LIMIT or OFFSET of the query does not go with pages.',
  unchecked: 'The query could not be checked: the engine could not be asked, or a table that it reads cannot be read.',
  data_unreadable: 'A file of a table cannot be read; where it could before, its queries are those of then.',
  data_remark: 'A file or a column of the data is not read, or not as it is.',
  agent_instructions: 'A description that models read sounds like instructions to them.',
  dearer: 'A run would read more than so many times what was recorded, by `quern validate --against`.',
  columns_differ: 'The query returns other columns than the file promises.',
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** An error keeps the file from being served; a warning does not. */
export type Severity = 'error' | 'warning';
