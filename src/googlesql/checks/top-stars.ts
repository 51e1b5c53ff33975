import { type QueryNode } from '../ast/nodes.js';
import { QueryReader } from './query-reader.js';
import { type TopStar } from './stars.js';

/** The stars at the top of a query. */
export function topStars(query: QueryNode): readonly TopStar[] {
  return new QueryReader(new Map()).read(query).stars;
}
