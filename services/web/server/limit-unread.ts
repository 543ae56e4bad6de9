import { clientNetworks, type UnreadAnswers } from '@gatehouse/runtime';
import type { RequestHandler } from 'express';

/** What a document keeps while its client holds back its end: the rest of it, and what renders or compresses it. */
const UNFINISHED_BYTES = 256 * 1024;

/**
 * Limits the memory of responses that their clients do not read, by the network of the visitor (G6). It must come before what compresses
 * them: it measures what the connection has not taken.
 */
export function limitUnread(unread: UnreadAnswers): RequestHandler {
  return (request, response, next) => {
    const holder = clientNetworks(request.ip ?? '').wide;
    // A file is read as fast as its client takes it.
    const unfinished = request.path.startsWith('/assets/') ? 0 : UNFINISHED_BYTES;
    const count = () => {
      const { writableLength, writableEnded } = response;
      // The kernel has taken all, as it does almost always.
      const rest = writableLength === 0 || writableEnded ? 0 : unfinished;
      unread.update(response, holder, writableLength + rest);
    };
    // No event says that a part was written (decision 0046). Node passes it on to the connection a moment later, and the end at once.
    response.write = followedBy(() => process.nextTick(count), response.write);
    response.end = followedBy(count, response.end);
    next();
  };
}

/** A method that calls `follow` when it has returned. */
function followedBy<Method extends (...values: never[]) => unknown>(
  follow: () => void,
  method: Method,
): Method {
  return new Proxy(method, {
    apply: (target, response, values) => {
      const result: unknown = Reflect.apply(target, response, values);
      follow();
      return result;
    },
  });
}
