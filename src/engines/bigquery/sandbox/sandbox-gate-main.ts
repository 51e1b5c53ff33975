import { serveTexts } from '../../sandbox/serve-texts.js';
import { admit, type GateRequest } from './admission.js';

// The entry of a thread that checks callers' SQL.
serveTexts(({ described, sql }: GateRequest) => admit(described, sql));
