import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';

/** Set for a file before a precondition or range is found to fail. */
const FILE_HEADERS = ['Content-Encoding', 'ETag', 'Last-Modified', 'Accept-Ranges', 'Cache-Control'];

/**
 * Serves the build's assets, which never change under their names, in the encoding that the client prefers.
 * @param folder of the assets.
 */
export function staticAssets(folder: string): RequestHandler {
  const serve = expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { immutable: true, maxAge: '1y', redirect: false },
  });
  return (request, response, next) => {
    if (asksForFile(request)) serve(request, response, next);
    else next();
  };
}

/** What the static middleware would refuse by itself has no file. */
function asksForFile({ method, path }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * For requests that a file does not fulfil, for example of a range behind its end.
 * @param outer the headers of a response that the web tier builds.
 */
export function refuseFile(outer: RequestHandler): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    for (const name of FILE_HEADERS) response.removeHeader(name);
    outer(request, response, () => {
      const status = statusOf(error);
      if (status < 400 || status > 499) return next(error);
      response.status(status).type('text').send(`${STATUS_CODES[status]}.\n`);
    });
  };
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
}
