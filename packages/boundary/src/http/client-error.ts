import type { Socket } from 'node:net';
import { type RefusalCode, refusalKindOf } from '@gatehouse/contract';
import { newTraceId } from '@gatehouse/runtime';
import { Refusal } from '../refusal.ts';
import { problemOf } from './problem.ts';

/** Answers bytes that Node.js could not parse as a request, or headers that are too large or too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else socket.end(bareResponse(codeOf(error)));
}

function codeOf(error: NodeJS.ErrnoException): RefusalCode {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headers_too_large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout';
    default:
      return 'input_invalid';
  }
}

function bareResponse(code: RefusalCode): string {
  const { problem } = problemOf(new Refusal(code), newTraceId());
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${refusalKindOf(code).status} ${problem.title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
