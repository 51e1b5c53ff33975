/** The name by which a call says which page it wants; no parameter of an endpoint with pages may be called so. */
export const CURSOR = 'cursor';
