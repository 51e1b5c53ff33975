/**
 * Where the console is; with the token of a first start, which stands behind the `#` since browsers send that part of an address to
 * nobody. The page takes it out of the address.
 *
 * @param place what the page is to show, such as `/usage.api-counts?project=demo`
 */
export function consoleLink(page: string, firstToken: string | undefined, place: string | undefined): string {
  return firstToken === undefined ? page : `${page}#key=${encodeURIComponent(firstToken)}${place ?? ''}`;
}
