import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { refusal, render, type Values } from './support/render.ts';

/** Invalid values, and a word of helm's message. */
const INVALID: readonly (readonly [what: string, values: Values, words: RegExp])[] = [
  ['an unknown switch', { ingres: { enabled: true } }, /ingres/],
  ['an unknown setting', { ingress: { enable: true } }, /enable/],
  ['an unknown setting of a service', { services: { web: { replica: 3 } } }, /replica/],
  ['an unknown service', { services: { unheard: {} } }, /unheard/],
  ['no public host', { hosts: { public: '' } }, /public/],
  ['a host with a scheme', { hosts: { public: 'https://www.example.com' } }, /public/],
  ['one host for users and staff', { hosts: { team: 'www.example.com' } }, /two hosts/],
  ['an invalid scheme', { hosts: { scheme: 'ftp' } }, /scheme/],
  ['no database', { database: { host: '' } }, /host/],
  ['a number of pods in words', { services: { web: { replicas: 'three' } } }, /replicas/],
  ['minus one pod', { defaults: { replicas: -1 } }, /replicas/],
  ['root', { securityContext: { runAsUser: 0 } }, /runAsUser/],
  ['a proxy trust without a limit', { trustProxy: 'true' }, /trustProxy/],
  ['an unknown log level', { logLevel: 'loud' }, /logLevel/],
  ['an invalid digest', { services: { web: { image: { digest: 'latest' } } } }, /digest/],
  ['an unknown pull policy', { image: { pullPolicy: 'Sometimes' } }, /pullPolicy/],
  ['an admin without an address', { firstAdmin: { enabled: true, name: 'Ada' } }, /email/],
  [
    'a link for a year',
    { firstAdmin: { enabled: true, email: 'a@example.com', name: 'Ada', hours: 9000 } },
    /hours/,
  ],
  ['an unknown role', { firstAdmin: { role: 'god' } }, /role/],
  ['certificates without an issuer', { tls: { certManager: { enabled: true } } }, /issuerRef|name/],
  ['a store without a name', { externalSecrets: { enabled: true } }, /secretStoreRef|name/],
  ['a sampler’s share of two', { telemetry: { samplerRatio: 2 } }, /samplerRatio/],
  ['an API host without a domain for the cookies', { api: { host: 'api.example.com' } }, /cookieDomain/],
  [
    'a grace period shorter than the drain',
    { defaults: { terminationGracePeriodSeconds: 15 } },
    /terminationGracePeriodSeconds/,
  ],
  [
    'a grace period that ends before the mail that is being sent, which would be sent again',
    { services: { identity: { preStopSleepSeconds: 20, terminationGracePeriodSeconds: 39 } } },
    /services\.identity: terminationGracePeriodSeconds must be at least 40/,
  ],
  [
    'a maximum of pods below the minimum',
    { services: { talent: { autoscaling: { minReplicas: 20 } } } },
    /minReplicas/,
  ],
  [
    'F10: two pods of identity without Redis and without eachPodCountsForItself',
    { redis: { eachPodCountsForItself: false } },
    /2 pods of identity need Redis.*redis\.eachPodCountsForItself/,
  ],
  [
    'F10: one pod that may become ten, without Redis',
    {
      redis: { eachPodCountsForItself: false },
      services: { identity: { replicas: 1, autoscaling: { enabled: true } } },
    },
    /10 pods of identity need Redis/,
  ],
  [
    'F10: a word in place of a switch',
    { redis: { eachPodCountsForItself: 'yes' } },
    /eachPodCountsForItself/,
  ],
  [
    'a commit that waits for a missing standby',
    { database: { host: '' }, cluster: { enabled: true, instances: 1 } },
    /durability/,
  ],
];

const COUNTING: readonly (readonly [what: string, values: Values])[] = [
  ['Redis', { redis: { enabled: true, eachPodCountsForItself: false } }],
  ['one pod', { redis: { eachPodCountsForItself: false }, services: { identity: { replicas: 1 } } }],
  ['eachPodCountsForItself', {}],
];

describeChart('limits', () => {
  test.each(COUNTING)('F10: %s: helm accepts the values', (_what, values) => {
    expect(() => render(values)).not.toThrow();
  });
});

describeChart('invalid values', () => {
  test.each(INVALID)('%s: helm rejects and names it', (_what, values, words) => {
    expect(refusal(values)).toMatch(words);
  });
});
