import { IncomingMessage, ServerResponse } from 'node:http';
import { CALL, CALLER, CONTEXT, SIGNED } from './request/request-context.js';

/** The prototypes that Express offers to applications that extend its requests and responses. */
export interface ExpressPrototypes {
  request: object;
  response: object;
}

/**
 * Classes of requests and responses that have from the beginning all fields and prototypes that Express, Nest and Quern give them on their
 * way. Express would change the prototype of each, for which V8 makes a hidden class of that one object. After four hidden classes Node's
 * own code looks up every field of a request instead of knowing its place, also for hits, which never come to Express.
 */
export function expressMessages(express: ExpressPrototypes) {
  class ExpressRequest extends IncomingMessage {
    [CALL] = undefined;
    [CALLER] = undefined;
    [CONTEXT] = undefined;
    [SIGNED] = undefined;
    res = undefined;
    next = undefined;
    baseUrl = undefined;
    originalUrl = undefined;
    params = undefined;
    route = undefined;
  }
  class ExpressResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override statusCode = 200;
    override statusMessage = '';
    locals = undefined;
  }
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  // Express now sets the prototypes that the messages already have, which changes nothing.
  express.request = ExpressRequest.prototype;
  express.response = ExpressResponse.prototype;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
