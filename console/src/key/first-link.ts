/** What the link of a first start has in its fragment: `#key=<token>`, and after it a place on the page. */
export function keyInHash(hash: string): { readonly key: string; readonly rest: string } | undefined {
  const [, key, rest = ''] = /^#key=([^/]+)(\/.*)?$/.exec(hash) ?? [];
  return key === undefined ? undefined : { key: decodeURIComponent(key), rest: rest === '' ? '' : `#${rest}` };
}

/** Takes the key out of the address, and out of the browser’s history with it. */
export function takeKeyFromAddress(): string | undefined {
  const found = keyInHash(location.hash);
  if (!found) return undefined;
  history.replaceState(null, '', `${location.pathname}${location.search}${found.rest}`);
  return found.key;
}
