/** The form of a parameter's name. Both expressions go without flags, so that a JSON Schema can have them. */
export const PARAMETER_NAME = {
  form: /^[A-Za-z_][A-Za-z0-9_]{0,127}$/,
  /** `sql=` in a URL is the caller's own SELECT where sandboxing is on. */
  reserved: /^[Ss][Qq][Ll]$/,
  rule: 'up to 128 letters, digits and "_", with no digit in front',
} as const;
