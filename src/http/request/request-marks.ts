// What Quern keeps on a request, each by one file; here, so that every request can have all of them from the beginning (`express-messages.ts`).

/** `request-context.ts` */
export const CONTEXT = Symbol('context');
/** `prepared-calls.ts` */
export const CALL = Symbol('call');
/** `signed-requests.service.ts` */
export const SIGNED = Symbol('signed');
