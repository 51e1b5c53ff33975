import { type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * Calls back once, when an answer has been sent or cannot be sent any more. The socket's close counts too: in a pipeline, Node does not
 * close a response that queues behind another one when their connection goes. It closes others while it goes through the listeners of the
 * connection, and then also calls listeners that have been taken off meanwhile.
 */
export function onceGone(
  { socket }: Pick<IncomingMessage, 'socket'>,
  response: ServerResponse,
  done: () => void,
): void {
  let isOver = false;
  const onClose = () => {
    if (isOver) return;
    isOver = true;
    socket.off('close', onClose);
    response.off('close', onClose);
    done();
  };
  socket.once('close', onClose);
  response.once('close', onClose);
  // A connection that is closed already emits no further `close`.
  if (socket.destroyed || response.destroyed) queueMicrotask(onClose);
}

/** A signal that is aborted when the client has left. */
export function disconnectSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  onceGone(request, response, () => {
    controller.abort(new Error('the client has left'));
  });
  return controller.signal;
}
