import { IncomingMessage, ServerResponse } from 'node:http';
import { CALL, CALLER, CONTEXT, SIGNED } from './request/request-context.js';

/** What Express keeps for those who extend the requests and responses of an application: their prototypes. */
export interface ExpressPrototypes {
  request: object;
  response: object;
}

/**
 * Classes of requests and responses that have from the beginning what Express, Nest and Quern give them on their way. Express gives each its prototype
 * when it comes by, of which V8 makes a hidden class for that one object. After four hidden classes Node's own code looks for every field of a request,
 * where it had known the places of all: for hits as well, which never come to Express.
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
  // What Express gives to each is what it has, which changes nothing.
  express.request = ExpressRequest.prototype;
  express.response = ExpressResponse.prototype;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
