import { type ChildService, startChildService } from '@gatehouse/local-system';
import {
  type ApiAnswer,
  type ApiClient,
  createInstanceClient,
  createTestDatabase,
  type TestDatabase,
} from '@gatehouse/testkit';

/** Keys that one store of limits may hold. */
export const MAX_KEYS = 200;

const LIMITS = {
  SIGN_IN_FAILURES_PER_ACCOUNT: '5',
  SIGN_IN_FAILURES_PER_ADDRESS: '40',
  SIGN_UPS_PER_ADDRESS: '6',
  PASSWORD_RESETS: '6',
  THROTTLE_KEYS: String(MAX_KEYS),
};

const HOST = 'www.throttled.test';
export const TEAM_HOST = 'team.throttled.test';

let nextSubnet = 0;
/** An IPv4 address that no other test uses. */
export const freshAddress = () => `198.18.${Math.floor(nextSubnet / 250)}.${(nextSubnet++ % 250) + 1}`;

/** Makes addresses of the /64s of a /56 that no other test uses. */
export const freshIpv6 = () => {
  nextSubnet += 1;
  const block = (0x1000 + nextSubnet).toString(16);
  return (subnet: number, host: number) => `2001:db8:${block}:${subnet.toString(16)}::${host.toString(16)}`;
};

let nextAccount = 0;
export const freshAccount = () => `account-${nextAccount++}@throttled.test`;

/** The identity service with low limits. Requests go to its instances in turn. */
export interface ThrottledIdentity {
  readonly database: TestDatabase;
  /** Sends a request from an address, as the ingress would pass it on. */
  postFrom(address: string, path: string, body: object, host?: string): Promise<ApiAnswer>;
  tryPassword(address: string, email: string, password?: string): Promise<ApiAnswer>;
  reset(address: string, email: string): Promise<ApiAnswer>;
  stop(): Promise<void>;
}

export async function startThrottledIdentity(
  instances: number,
  environment: Readonly<Record<string, string>>,
): Promise<ThrottledIdentity> {
  const database = await createTestDatabase();
  const services: ChildService[] = [];
  const clients: ApiClient[] = [];
  for (let instance = 0; instance < instances; instance += 1) {
    const service = await startChildService({
      name: 'identity',
      entry: 'services/identity/src/main.ts',
      environment: {
        ...LIMITS,
        DATABASE_URL: database.roleUrl('identity_service'),
        PUBLIC_HOST: HOST,
        TEAM_HOST,
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'fatal',
        SECRETS_KEY: Buffer.alloc(32).toString('base64'),
        ...environment,
      },
      onOutput: () => undefined,
    });
    services.push(service);
    clients.push(createInstanceClient(service, HOST));
  }
  let sent = 0;
  const postFrom = (address: string, path: string, body: object, host = HOST) => {
    const client = clients[sent++ % clients.length];
    if (client === undefined) throw new Error('no instance runs');
    return client.request(`/api/identities${path}`, {
      method: 'POST',
      body,
      headers: { host, 'x-forwarded-for': address },
    });
  };
  return {
    database,
    postFrom,
    tryPassword: (address, email, password = 'wrong wrong') =>
      postFrom(address, '/user_sessions', { email, password }),
    reset: (address, email) => postFrom(address, '/password_resets', { email }),
    stop: async () => {
      for (const client of clients) client.close();
      for (const service of services) await service.stop();
      await database.stop();
    },
  };
}

/** Sends requests at once. @param ask is called with 0, 1, … */
export const repeat = (times: number, ask: (index: number) => Promise<ApiAnswer>) =>
  Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
