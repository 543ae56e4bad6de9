import type { Logger } from '@gatehouse/runtime';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';

/** For host names that this server does not serve. */
export const misdirected: RequestHandler = (_request, response) => {
  response.status(421).type('text').send('This server does not serve that host.\n');
};

/** For paths that have no page. */
export const notFound: RequestHandler = (_request, response) => {
  response.status(404).type('text').send('Not found.\n');
};

/** Paths that look like files have no page: they cost neither a rendering nor a session call. */
export const refuseFilePaths: RequestHandler = (request, response, next) => {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(request.path) && !/\.(data|txt|xml)$/.test(request.path);
  if (isFile) notFound(request, response, next);
  else next();
};

/** No browser sends another method to a page: a form that was sent without the page's scripts is posted. */
export const refuseMethods: RequestHandler = (request, response, next) => {
  if (['GET', 'HEAD', 'POST'].includes(request.method)) next();
  else refuseMethod(request, response, next);
};

/** `serve` has turned the absolute form into a path. What is left is `OPTIONS *`, and targets of no form (RFC 9112, 3.2). */
export const refuseTarget: RequestHandler = (request, response, next) => {
  if (request.url.startsWith('/')) next();
  else if (request.url === '*' && request.method === 'OPTIONS') refuseMethod(request, response, next);
  else response.status(400).type('text').send('Invalid request target.\n');
};

const refuseMethod: RequestHandler = (_request, response) => {
  response.status(405).type('text').send('Method not allowed.\n');
};

/** For errors that the error display could not show. */
export function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, next) => {
    if (response.headersSent) return next(error);
    const status = error instanceof URIError ? 400 : 500;
    if (status === 500) log.error({ err: error }, 'page rendering failed');
    response
      .status(status)
      .type('text')
      .send(status === 400 ? 'The address cannot be decoded.\n' : 'Something went wrong.\n');
  };
}
