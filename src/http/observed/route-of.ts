import { OTHER_ROUTE } from '../../answers/answer-facts.js';

/** All paths; a name in braces stands for a segment of any text. */
export const ROUTES = [
  '/api/endpoints/query/{endpoint}/rows.{form}',
  '/api/endpoints/query/{endpoint}',
  '/api/endpoints/{endpoint}/explain',
  '/api/endpoints/{endpoint}/history',
  '/api/endpoints/{endpoint}',
  '/api/endpoints',
  '/api/openapi.json',
  '/api/runs/{run}/rows.{form}',
  '/api/runs/{run}/rows',
  '/api/runs/{run}',
  '/api/spend',
  '/',
  '/console',
  '/console/{asset}',
  '/health',
  '/livez',
  '/mcp',
  '/metrics',
  '/readyz',
] as const;

/** Compared as Express compares paths: in any case, with or without a slash at the end. */
const PATTERNS = ROUTES.map((route) => {
  const segments = route.split(/\{\w+\}/).map((text) => text.replace(/[.]/g, '\\$&'));
  return { route, pattern: new RegExp(`^${segments.join('[^/]+')}/?$`, 'i') };
});

/**
 * The route that a URL names; `_other` for any other path. Requests that are refused before they are routed, such as those without a key,
 * are counted under the route that they would have reached.
 */
export function routeOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.route ?? OTHER_ROUTE;
}
