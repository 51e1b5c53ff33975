export type ChangeKind =
  | 'endpoint_removed'
  | 'endpoint_renamed'
  | 'endpoint_id'
  | 'endpoint_added'
  | 'parameter_removed'
  | 'parameter_required'
  | 'parameter_optional'
  | 'parameter_added'
  | 'parameter_narrowed'
  | 'parameter_widened'
  | 'parameter_default'
  | 'rows_fewer'
  | 'rows_more'
  | 'columns_unknown'
  | 'column_removed'
  | 'column_added'
  | 'column_retyped'
  | 'column_nullable'
  | 'column_not_nullable'
  | 'column_format';

export interface Change {
  readonly kind: ChangeKind;
  readonly endpoint: string;
  /** The parameter or column, with the names of the fields within: `request.headers[].host`. */
  readonly name?: string;
  readonly detail: string;
}

/** The changes between two documents of the endpoints that a key may call. */
export interface Changes {
  /** Changes that make a call fail that succeeded before, or rows break the promises of the earlier document. */
  readonly breaking: readonly Change[];
  readonly harmless: readonly Change[];
}

export interface JudgedChange extends Omit<Change, 'endpoint'> {
  readonly breaks: boolean;
}
