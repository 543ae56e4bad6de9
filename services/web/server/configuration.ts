import { byAddressVariable } from '@gatehouse/contract/api-services';
import {
  configurationError,
  hostValidator,
  keepAliveSeconds,
  makeValidator,
  requestsAtOnceValidator,
  trustProxyValidator,
  validators,
} from '@gatehouse/runtime';

const { bool, email, num, port, str, url } = validators;

const contactValidator = makeValidator<string>((input) => {
  if (input !== '' && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(input))
    throw new configurationError('expected mailto:ADDRESS or an https URL');
  return input;
});

/** RFC 3339 in UTC; empty: none. A time that has passed is accepted: a restart must not fail because of it. */
const timeValidator = makeValidator<string>((input) => {
  if (input === '') return '';
  const time = Date.parse(input);
  if (Number.isNaN(time) || !/^\d{4}-\d{2}-\d{2}/.test(input))
    throw new configurationError('expected a time such as 2027-06-30T00:00:00Z');
  return new Date(time).toISOString();
});

/** The environment variables of the web tier. */
export const webConfiguration = {
  PORT: port({ default: 4000, desc: 'Port to listen on.' }),
  HOST: str({ default: '0.0.0.0', desc: 'Address to listen on.' }),
  PUBLIC_HOST: hostValidator({ desc: 'The public host as browsers name it.', example: 'www.example.com' }),
  TEAM_HOST: hostValidator({ desc: 'The team host as browsers name it.', example: 'team.example.com' }),
  PUBLIC_SCHEME: str({
    choices: ['https', 'http'] as const,
    default: 'https',
    desc: 'Scheme of both hosts.',
  }),
  ...byAddressVariable((name) => url({ desc: `Where the web tier reads from the ${name} service.` })),
  WEB_URL: url({
    default: undefined,
    desc: 'Where an instance of the web tier asks the others for an asset that its own release does not have, during an upgrade: an address whose connections lead to all of them in turn, such as their Service. Without it, it asks none.',
  }),
  KEEP_ALIVE_SECONDS: keepAliveSeconds,
  REQUESTS_AT_ONCE: requestsAtOnceValidator({
    default: 1000,
    desc: 'Documents rendered at the same time, of which half for the visitors of one IPv4 address or IPv6 /48; more get 503 with Retry-After.',
  }),
  API_BASE_PATH: str({ default: '/api', desc: 'Path in front of every endpoint.' }),
  API_BASE_URL: str({
    default: '',
    desc: 'The API as browsers call it; empty: API_BASE_PATH on the same host.',
  }),
  TRUST_PROXY: trustProxyValidator({
    default: false,
    desc: 'Hops or networks whose forwarded headers are trusted.',
  }),
  TRUST_TRACEPARENT: bool({
    default: false,
    desc: 'Whether the ingress replaces the `traceparent` of clients: its trace is then continued.',
  }),
  SITE_NOTICE: str({
    default: '',
    desc: 'Text above every page, for example of a test system; empty: none.',
  }),
  CONTACT_EMAIL: email({
    default: 'help@gatehouse.invalid',
    desc: 'Where users reach the people who run this site; pages name it. The default is an address that does not exist.',
  }),
  BROWSER_TRACES: bool({
    default: false,
    desc: 'Whether the API calls of a page name the trace of their document.',
  }),
  PUBLIC_PAGE_SECONDS: num({
    default: 5,
    desc: 'How long a public page is reused for visitors without a session; 0: never.',
  }),
  SEARCHES_PER_ADDRESS: num({
    default: 120,
    desc: 'Searches of the job catalogue per minute and IP address.',
  }),
  SECURITY_CONTACT: contactValidator({
    default: '',
    desc: 'Where researchers report vulnerabilities, `mailto:security@example.com` or an https URL: `/.well-known/security.txt` names it. Empty: no such file.',
  }),
  SECURITY_CONTACT_EXPIRES: timeValidator({
    default: '',
    desc: 'Until when the contact is valid, `2027-06-30T00:00:00Z`; at most a year ahead. Afterwards there is no `security.txt`. Required with `SECURITY_CONTACT`.',
  }),
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'info',
    desc: 'Minimum level that is logged.',
  }),
};
