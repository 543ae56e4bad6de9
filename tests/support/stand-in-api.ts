import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { meetingPlace } from '@gatehouse/testkit';

/** One call as the stand-in has seen it. */
export interface SeenCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** How the stand-in answers a session read. */
export type Behaviour =
  | 'live'
  | 401
  | 403
  | 500
  | 503
  | 'hang'
  | 'drop'
  | 'garbage'
  | 'set-cookie'
  | 'slow body'
  | 'cut body'
  | 'redirect'
  | { readonly status: number; readonly body: string };

/** An API that counts calls and gives the configured answers, to test what the web tier does with each. */
export interface StandInApi {
  readonly url: string;
  readonly calls: SeenCall[];
  behaviour: Behaviour;
  /** The session of a live cookie, or a function from the `Cookie` header to it. */
  session: object | ((cookie: string) => object);
  /** What the lists of job posts hold, as soon as it is there. */
  jobPosts: readonly object[] | Promise<readonly object[]>;
  sessionCalls(): number;
  reset(): void;
  stop(): Promise<void>;
}

const USER_SESSION = {
  identities_user: { id: '01900000-0000-7000-8000-000000000001', name: 'Stand In', email: 'stand@in.test' },
  talent_access: { state: 'active' },
  employer_access: { state: 'none' },
  session: {
    id: '01900000-0000-7000-8000-000000000002',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2036-01-01T00:00:00.000Z',
  },
};

export async function startStandInApi(): Promise<StandInApi> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    api.calls.push({ path, headers: request.headers });
    if (path.includes('_sessions/current')) answerSession(api, request.headers.cookie ?? '', response);
    else if (/^\/api\/talent\/job_posts\b/.test(path))
      send(response, 200, { items: await api.jobPosts, next_cursor: '' });
    else if (path === '/api/talent/sitemap') send(response, 200, { cursors: [''] });
    else if (/^\/api\/talent\/applications\b/.test(path)) send(response, 200, { items: [], next_cursor: '' });
    else if (path === '/api/talent/profiles/current') {
      send(response, 200, {
        headline: 'In the first paint',
        summary: '',
        skills: [],
        location: '',
        links: [],
      });
    } else send(response, 404, { code: 'not_found', status: 404 });
  });
  const { listenOn, name } = meetingPlace();
  await new Promise<void>((resolve) => server.listen(0, listenOn, resolve));
  const { port } = server.address() as AddressInfo;
  const api: StandInApi = {
    url: `http://${name}:${port}`,
    calls: [],
    behaviour: 'live',
    session: USER_SESSION,
    jobPosts: [],
    sessionCalls: () => api.calls.filter(({ path }) => path.includes('_sessions/current')).length,
    reset: () => {
      api.calls.length = 0;
      api.behaviour = 'live';
      api.session = USER_SESSION;
      api.jobPosts = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

function answerSession({ behaviour, session }: StandInApi, cookie: string, response: ServerResponse) {
  const live = typeof session === 'function' ? session(cookie) : session;
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, { 'Content-Type': 'application/json' });
    return void response.end(behaviour.body);
  }
  switch (behaviour) {
    case 'live':
      return send(response, 200, live);
    case 'set-cookie':
      response.setHeader('Set-Cookie', 'app_session_id=planted; Path=/');
      return send(response, 200, live);
    case 'slow body':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.write('{');
    case 'cut body':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 500 });
      response.write('{');
      return void setImmediate(() => response.destroy());
    case 'redirect':
      response.writeHead(302, { Location: '/api/identities/user_sessions/elsewhere' });
      return void response.end();
    case 'hang':
      return;
    case 'drop':
      return void response.destroy();
    case 'garbage':
      return void response.end('<html>not JSON');
    default:
      return send(response, behaviour, {
        code: 'x',
        status: behaviour,
        title: 'A refusal',
        detail: 'A refusal',
      });
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
