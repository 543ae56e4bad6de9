import { describeEndpoints, type Endpoint } from '@gatehouse/contract';
import { isByPlainHttp } from '@gatehouse/runtime';
import express, { type Express, type IRoute, type NextFunction, type Request, type Response } from 'express';
import { answer } from '../answer.ts';
import { refuse } from '../refusal.ts';
import type { ErasedHandler, Service } from '../service.ts';
import { setCorsHeaders } from './cors.ts';
import { Exchange } from './exchange.ts';
import { isOnOtherHost } from './host-names.ts';
import { responseHeaders } from './response-headers.ts';

type ApiResponse = Response<unknown, { exchange: Exchange }>;

/**
 * The service's API: every endpoint of the contract under its rule, and nothing else.
 * @throws {Error} when a method has no binding or no access rule, two bindings clash, a binding has no handler or a
 * handler no binding: such a service must not start.
 */
export function createApi(service: Service): Express {
  const endpoints = describeEndpoints(service.contract);
  requireHandlers(endpoints, service.handlers);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', false);
  app.set('trust proxy', service.trustProxy);
  mountHealth(app, service);
  const headers = responseHeaders(service.cookies);
  app.use((request: Request, response: ApiResponse, next: NextFunction) => {
    response.locals.exchange = new Exchange(request, response, service, headers);
    // K8: neither a password nor a session may be sent in plain text, so there is no redirect that would make it work.
    if (service.cookies.secure && isByPlainHttp(request)) refuse('https_required');
    next();
  });
  for (const [path, atPath] of byPath(endpoints)) {
    mountPath(app.route(`${service.basePath}${expressPath(path)}`), atPath, service);
  }
  app.use(() => refuse('not_found'));
  // Express recognises an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: ApiResponse, _next: NextFunction) =>
    response.locals.exchange.fail(error),
  );
  return app;
}

/**
 * Every request to one path, in the contract's order: whether the path exists on the request's host (G5), then CORS, then
 * the method. On the other identity system's host the answer is that of an unknown path, whatever the request.
 */
function mountPath(route: IRoute, endpoints: readonly Endpoint[], service: Service): void {
  const { system } = endpoints[0] as Endpoint;
  route.all((request: Request, response: ApiResponse, next) => {
    if (isOnOtherHost(request, system, service.hostNames)) refuse('not_found');
    const isPreflight = setCorsHeaders(request, response, service.origins.cors[system]);
    if (isPreflight) response.locals.exchange.succeed(204, null, {});
    else next();
  });
  for (const endpoint of endpoints) {
    const handler = service.handlers[endpoint.id] as ErasedHandler;
    const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
    route[method]((_request: Request, response: ApiResponse) =>
      serve(response.locals.exchange, endpoint, handler, service),
    );
  }
  const allow = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  route.all((_request, response) => {
    response.setHeader('Allow', allow);
    refuse('method_not_allowed');
  });
}

/** Answers unless the process works on too many requests already. */
async function serve(
  exchange: Exchange,
  endpoint: Endpoint,
  handler: ErasedHandler,
  service: Service,
): Promise<void> {
  exchange.match(endpoint);
  if (!service.work.tryAcquire()) {
    refuse('dependency_unavailable', {
      detail: 'Too many requests at once. Try again in a moment.',
      retryAfterSeconds: 2,
    });
  }
  if (endpoint.upload !== null || endpoint.download !== null || endpoint.attachment !== null) {
    const { client } = exchange;
    service.transfers.add(client);
    void exchange.whenAnswered().then(() => service.transfers.delete(client));
  }
  try {
    await answer(exchange, endpoint, handler, service);
  } finally {
    service.work.release();
  }
}

function mountHealth(app: Express, { isReady }: Pick<Service, 'isReady'>): void {
  app.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    const ready = isReady();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'not ready' });
  });
}

function requireHandlers(endpoints: readonly Endpoint[], handlers: Service['handlers']): void {
  const declared = new Set(endpoints.map((endpoint) => endpoint.id));
  const faults = [
    ...[...declared].filter((id) => handlers[id] === undefined).map((id) => `${id} has no handler`),
    ...Object.keys(handlers)
      .filter((id) => !declared.has(id))
      .map((id) => `the handler ${id} has no binding in the contract`),
  ];
  if (faults.length > 0) throw new Error(`The contract cannot be served:\n  ${faults.join('\n  ')}`);
}

/** Paths with fewer variables first: `/user_sessions/current` before `/user_sessions/{id}`. */
function byPath(endpoints: readonly Endpoint[]): [string, Endpoint[]][] {
  const paths = Map.groupBy(endpoints, (endpoint) => endpoint.path);
  const variables = (path: string) => path.split('{').length;
  return [...paths].sort(([left], [right]) => variables(left) - variables(right));
}

/** `/user_sessions/:id` of `/user_sessions/{id}`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
}
