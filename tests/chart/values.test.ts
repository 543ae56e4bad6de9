import { expect, test } from '@jest/globals';
import { describeChart } from './support/describe-chart.ts';
import { refusal, render, type Values } from './support/render.ts';

/** Values that are wrong, and a word of what helm has to say of them. */
const WRONG: readonly (readonly [what: string, values: Values, words: RegExp])[] = [
  ['a switch that does not exist', { ingres: { enabled: true } }, /ingres/],
  ['a setting that does not exist', { ingress: { enable: true } }, /enable/],
  ['a setting of a service that does not exist', { services: { web: { replica: 3 } } }, /replica/],
  ['a fifth service', { services: { billing: {} } }, /billing/],
  ['no public host', { hosts: { public: '' } }, /public/],
  ['a host with a scheme', { hosts: { public: 'https://www.example.com' } }, /public/],
  ['one host for both doors', { hosts: { team: 'www.example.com' } }, /two hosts/],
  ['a scheme that is none', { hosts: { scheme: 'ftp' } }, /scheme/],
  ['no database', { database: { host: '' } }, /host/],
  ['a number of pods in words', { services: { web: { replicas: 'three' } } }, /replicas/],
  ['minus one pod', { defaults: { replicas: -1 } }, /replicas/],
  ['root', { securityContext: { runAsUser: 0 } }, /runAsUser/],
  ['everybody believed', { trustProxy: 'true' }, /trustProxy/],
  ['a level that is none', { logLevel: 'loud' }, /logLevel/],
  ['a digest that is none', { services: { web: { image: { digest: 'latest' } } } }, /digest/],
  ['a pull policy that is none', { image: { pullPolicy: 'Sometimes' } }, /pullPolicy/],
  ['an admin without an address', { firstAdmin: { enabled: true, name: 'Ada' } }, /email/],
  [
    'a link for a year',
    { firstAdmin: { enabled: true, email: 'a@example.com', name: 'Ada', hours: 9000 } },
    /hours/,
  ],
  ['a role that is none', { firstAdmin: { role: 'god' } }, /role/],
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
    'fewer pods at most than at least',
    { services: { talent: { autoscaling: { minReplicas: 20 } } } },
    /minReplicas/,
  ],
  [
    'F10: two pods of identity without Redis, and no word that each counts for itself',
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
  ['F10: a word that is no switch', { redis: { eachPodCountsForItself: 'yes' } }, /eachPodCountsForItself/],
  [
    'a commit that waits for a standby that is not there',
    { database: { host: '' }, cluster: { enabled: true, instances: 1 } },
    /durability/,
  ],
];

const COUNTING: readonly (readonly [what: string, values: Values])[] = [
  ['Redis', { redis: { enabled: true, eachPodCountsForItself: false } }],
  ['one pod', { redis: { eachPodCountsForItself: false }, services: { identity: { replicas: 1 } } }],
  ['the word that each pod counts for itself', {}],
];

describeChart('limits', () => {
  test.each(COUNTING)('F10: %s: helm takes the values', (_what, values) => {
    expect(() => render(values)).not.toThrow();
  });
});

describeChart('values that are wrong', () => {
  test.each(WRONG)('%s: helm refuses and names it', (_what, values, words) => {
    expect(refusal(values)).toMatch(words);
  });
});
