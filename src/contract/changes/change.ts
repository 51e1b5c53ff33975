/** Kinds of changes, and whether calls that succeeded before fail then, or rows break what the earlier document says of them. */
const BREAKS = {
  endpoint_removed: true,
  endpoint_renamed: true,
  endpoint_id: true,
  endpoint_added: false,
  parameter_removed: true,
  parameter_required: true,
  parameter_optional: false,
  parameter_added: false,
  parameter_narrowed: true,
  parameter_widened: false,
  parameter_default: true,
  rows_fewer: true,
  rows_more: false,
  columns_unknown: true,
  column_removed: true,
  column_added: false,
  column_retyped: true,
  column_nullable: true,
  column_not_nullable: false,
  column_format: true,
};

export type ChangeKind = keyof typeof BREAKS;

export function breaks({ kind }: Change): boolean {
  return BREAKS[kind];
}

export interface Change {
  readonly kind: ChangeKind;
  readonly endpoint: string;
  /** The parameter or column, with the names of the fields within: `request.headers[].host`. */
  readonly name?: string;
  readonly detail: string;
}

/** A change of an endpoint that is known. */
export type OwnChange = Omit<Change, 'endpoint'>;

/** The changes between two documents of the endpoints that a key may call. */
export interface Changes {
  readonly breaking: readonly Change[];
  readonly harmless: readonly Change[];
}
