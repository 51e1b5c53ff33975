import { type Request, type Response } from 'express';

/**
 * A signal that is aborted when the client has left. The socket is listened to as well: Node does not tell a response that queues
 * behind another one of a pipeline that its connection is gone.
 */
export function disconnectSignal({ socket }: Request, response: Response): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    socket.off('close', onClose);
    controller.abort(new Error('the client has left'));
  };
  socket.once('close', onClose);
  response.once('close', onClose);
  return controller.signal;
}
