import { addressVariable, byService } from '@gatehouse/contract/api-services';
import { createLogger, parseConfiguration, runUntilSignal, serve, startTelemetry } from '@gatehouse/runtime';
import { Agent, setGlobalDispatcher } from 'undici';
import { webConfiguration } from './configuration.ts';

// The default of ten seconds would hold requests on a dead instance long after the name points to another one.
setGlobalDispatcher(new Agent({ connect: { timeout: 1000 } }));

// React reads it when it is first imported, and must be the production build that the pages were built for.
process.env['NODE_ENV'] = 'production';
const { createWeb } = await import('./create-web.ts');
const { observeContact } = await import('./well-known.ts');

const configuration = parseConfiguration(process.env, webConfiguration);
const telemetry = await startTelemetry('web', process.env);
const log = createLogger({ service: 'web', level: configuration.LOG_LEVEL });
const { SECURITY_CONTACT: contactUrl, SECURITY_CONTACT_EXPIRES: expires } = configuration;
if (contactUrl !== '' && expires === '') {
  process.stderr.write('The configuration does not fit:\n  SECURITY_CONTACT_EXPIRES: is missing\n');
  process.exit(1);
}
const securityContact = contactUrl === '' ? null : { url: contactUrl, expires };
if (securityContact !== null) observeContact(securityContact);
if (securityContact !== null && Date.parse(expires) <= Date.now())
  log.warn({ expires }, 'SECURITY_CONTACT_EXPIRES has passed: there is no security.txt');
const withoutSlash = (base: string) => base.replace(/\/$/, '');
const web = await createWeb({
  log,
  publicHost: configuration.PUBLIC_HOST,
  teamHost: configuration.TEAM_HOST,
  scheme: configuration.PUBLIC_SCHEME,
  trustProxy: configuration.TRUST_PROXY,
  trustTraceparent: configuration.TRUST_TRACEPARENT,
  notice: configuration.SITE_NOTICE,
  contact: configuration.CONTACT_EMAIL,
  browserTraces: configuration.BROWSER_TRACES,
  requestsAtOnce: configuration.REQUESTS_AT_ONCE,
  publicPageSeconds: configuration.PUBLIC_PAGE_SECONDS,
  searchesPerAddress: configuration.SEARCHES_PER_ADDRESS,
  securityContact,
  instancesUrl: configuration.WEB_URL,
  api: {
    urls: byService((name) => withoutSlash(configuration[addressVariable(name)])),
    basePath: configuration.API_BASE_PATH,
    browserBaseUrl: withoutSlash(configuration.API_BASE_URL) || configuration.API_BASE_PATH,
  },
});
const serving = await serve(web, {
  port: configuration.PORT,
  host: configuration.HOST,
  keepAliveSeconds: configuration.KEEP_ALIVE_SECONDS,
});
log.info({ port: serving.port }, 'listening');
runUntilSignal(log, async () => {
  await serving.stop();
  await telemetry.stop();
});
