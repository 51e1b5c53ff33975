import { OTHER_SECRET, SECRET, signedPath } from './signed-path.js';

export const NOTES_ID = '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10';
export const ALL_ID = '0d5f6a39-2c8e-4f0b-b7c1-9e5a4d3c2b10';
export const SIGNED_AT = new Date('2026-11-20T10:00:00.000Z');
export const ENDS_AT = new Date('2026-11-20T11:00:00.000Z');

export const SIGNED_QUERY = '/api/endpoints/query';
const PATH = `${SIGNED_QUERY}/notes/rows.csv?project=one&tags=a&tags=b`;
const TERMS = { keyId: 'sheet', endpointId: NOTES_ID, expires: ENDS_AT };

/** A URL as it was signed. */
export const GOOD = signedPath(PATH, TERMS);
const [, SIGNATURE = ''] = GOOD.split('quern-signature=');
const [UNSIGNED = ''] = GOOD.split('&quern-signature');

export function signatureIn(path: string): string {
  return path.split('quern-signature=')[1] ?? '';
}

const replaced = (text: string, by: string): [string, string] => [`${text} -> ${by}`, GOOD.replace(text, () => by)];

/** Requests that nobody has signed so: what they are, and their targets. */
export const ATTACKS: readonly (readonly [what: string, target: string])[] = [
  replaced('/notes/', '/all/'),
  replaced('/notes/', `/${ALL_ID}/`),
  replaced('/notes/', '/nothing/'),
  replaced('rows.csv', 'rows.json'),
  replaced('rows.csv', 'rows.xml'),
  replaced('/rows.csv', ''),
  replaced('/rows.csv', '/'),
  replaced('rows.csv', 'rows.csv/'),
  replaced('/rows.csv', '%2Frows.csv'),
  replaced('/rows.csv', '//rows.csv'),
  replaced('/rows.csv', '/./rows.csv'),
  replaced('/rows.csv', '/x/../rows.csv'),
  replaced('rows.csv', 'rows%2ecsv'),
  replaced('rows.csv', 'rows%2Ecsv'),
  replaced('rows.csv', 'rows.csv%00'),
  replaced('rows.csv', 'rows.csv;x=1'),
  replaced('/notes', '/%6eotes'),
  replaced('/notes', '/NOTES'),
  replaced('/api', '/API'),
  replaced('/query/', '/'),
  replaced('project=one', 'project=two'),
  replaced('project=one', 'project=ONE'),
  replaced('project=one', 'project=one%20'),
  replaced('project=one', 'project=one+'),
  replaced('project=one', 'project=one%00'),
  replaced('project=one', 'project=%EF%BD%8Fne'),
  replaced('project=one', 'project=o%CC%88ne'),
  replaced('project=one', 'project=%zz'),
  replaced('project=one', 'project='),
  replaced('project=one', 'project'),
  replaced('project=one&', ''),
  replaced('project=one', 'Project=one'),
  replaced('project=one', 'project[]=one'),
  replaced('project=one', 'project=one&project=one'),
  replaced('project=one', 'project=one&project=two'),
  replaced('project=one', 'project=two&project=one'),
  replaced('project=one', 'project=one&project='),
  replaced('project=one', 'project=one;project=two'),
  replaced('project=one&tags', 'project=one%26tags'),
  replaced('project=one', 'project=one%26tags=a'),
  replaced('tags=a&tags=b', 'tags=b&tags=a'),
  replaced('tags=a&tags=b', 'tags=a'),
  replaced('tags=a&tags=b', 'tags=a&tags=b&tags=c'),
  replaced('tags=a&tags=b', 'tags[]=a&tags[]=b'),
  replaced('tags=a&tags=b', 'tags=a,b'),
  replaced('tags=a&tags=b', 'tags=a&tags=b&tags='),
  replaced('tags=a', 'tag=x&tags=a'),
  replaced('tags=a', 'tag=&tags=a'),
  replaced('tags=a', 'csv_safe=true&tags=a'),
  replaced('tags=a', 'limit=1&tags=a'),
  replaced('tags=a', 'sql=SELECT+1&tags=a'),
  replaced('tags=a', 'utm_source=x&tags=a'),
  replaced('tags=a', '=&tags=a'),
  replaced('tags=a', `${'x&'.repeat(100)}tags=a`),
  replaced('tags=a', `x=${'x'.repeat(17_000)}&tags=a`),
  replaced('expires=1', 'expires=2'),
  replaced('expires=1', 'expires=01'),
  replaced('expires=1', 'expires=%2B1'),
  replaced('quern-expires=', 'quern-expires=1&quern-expires='),
  replaced('quern-expires=', 'quern-expire='),
  replaced('key=sheet', 'key=other'),
  replaced('key=sheet', 'key=SHEET'),
  replaced('key=sheet', 'key=sheet.old'),
  replaced('key=sheet', 'key=nobody'),
  replaced('key=sheet', 'key=plain'),
  replaced('key=sheet', 'key=env'),
  replaced('key=sheet', 'key='),
  replaced('key=sheet', 'key=other&quern-key=sheet'),
  replaced('key=sheet', 'key=sheet&quern%2Dkey=other'),
  replaced('quern-key=sheet&', ''),
  ['a signature in upper case', `${UNSIGNED}&quern-signature=${SIGNATURE.toUpperCase()}`],
  ['a signature that is shorter', GOOD.slice(0, -1)],
  ['a signature that is longer', `${GOOD}A`],
  ['a signature that is padded', `${GOOD}=`],
  ['a signature with a byte of NUL', `${GOOD}%00`],
  ['a fragment behind it', `${GOOD}#there`],
  ['a question mark behind it', `${GOOD}?project=two`],
  ['an empty signature', `${UNSIGNED}&quern-signature=`],
  ['a signature without a value', `${UNSIGNED}&quern-signature`],
  ['no signature', UNSIGNED],
  ['a signature twice', `${GOOD}&quern-signature=${SIGNATURE}`],
  ['another signature in front', GOOD.replace('?', `?quern-signature=${'A'.repeat(43)}&`)],
  ['the name of the signature in upper case', GOOD.replace('quern-signature', 'QUERN-SIGNATURE')],
  ['the token of the key', GOOD.replace(SIGNATURE, 'sheet-token-0123456789')],
  ['the secret of the key', GOOD.replace(SIGNATURE, SECRET)],
  ['the secret of another key', signedPath(PATH, { ...TERMS, secret: OTHER_SECRET })],
  ['a key that allows none', signedPath(PATH, { ...TERMS, keyId: 'plain' })],
  ['another key, by the secret of this one', signedPath(PATH, { ...TERMS, keyId: 'other' })],
  ['another endpoint’s id', signedPath(PATH, { ...TERMS, endpointId: ALL_ID })],
  ['no endpoint', signedPath(PATH.replace('/notes', '/nothing'), { ...TERMS, endpointId: NOTES_ID })],
  ['a time that nobody signs for', signedPath(PATH, { ...TERMS, expires: new Date('2027-01-01T00:00:00Z') })],
];

/** Targets that lead nowhere, signed or not. */
export const NOWHERE: readonly string[] = [
  GOOD.replace('/api', '//api'),
  GOOD.replace('/api', '/x/../api'),
  GOOD.replace('/api', ''),
  GOOD.replace('/api/', '/%61pi/'),
];

/** Spellings of the call that was signed. */
export const SPELLINGS: readonly string[] = [
  GOOD,
  GOOD.replace('/notes/', `/${NOTES_ID}/`),
  GOOD.replace('/notes/', `/${NOTES_ID.toUpperCase()}/`),
  GOOD.replace('project=one', '%70roject=%6fn%65'),
  GOOD.replace('project=one', 'project=%6Fne'),
  GOOD.replace('project=one&tags=a&tags=b', 'tags=a&project=one&tags=b'),
  GOOD.replace('&tags', '&&tags'),
  GOOD.replace('quern-key', 'quern%2Dkey'),
  `${GOOD.split('?')[0] ?? ''}?quern-signature=${SIGNATURE}&${UNSIGNED.split('?')[1] ?? ''}&`,
];
