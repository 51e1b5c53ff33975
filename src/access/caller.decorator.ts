import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from './key.js';
import { unauthenticated } from './unauthenticated.js';

const CALLER = Symbol('caller');

interface Called extends IncomingMessage {
  [CALLER]?: Key;
}

export function rememberCaller(request: Called, key: Key): void {
  request[CALLER] = key;
}

/** The key of the caller, for a controller. A route that nobody authenticated for is a mistake of ours, and is closed. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Key => {
  const key = context.switchToHttp().getRequest<Called>()[CALLER];
  if (!key) throw unauthenticated('Send a key in the `X-API-KEY` header.');
  return key;
});
