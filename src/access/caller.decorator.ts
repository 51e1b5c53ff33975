import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from './key.js';
import { unauthenticated } from './unauthenticated.js';

/** Under this symbol a request carries who makes it, from when that has been found out (`http/request-caller.ts`). */
export const CALLER = Symbol('caller');

interface Authenticated extends IncomingMessage {
  [CALLER]?: { readonly value?: { readonly key: Key }; readonly error?: unknown } | undefined;
}

/** The key of the caller, for a controller. A route that nobody authenticated for is a mistake of ours, and is closed. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Key => {
  const key = context.switchToHttp().getRequest<Authenticated>()[CALLER]?.value?.key;
  if (!key) throw unauthenticated('Send a key in the `X-API-KEY` header or as `Authorization: Bearer`.');
  return key;
});
