/** The local ingress and the mailbox as a process of their own, before instances that come and go. */
import { createLogger, parseConfiguration, runUntilSignal, serve } from '@gatehouse/runtime';
import { ingressConfiguration } from './configuration.ts';
import { createIngress } from './ingress.ts';
import { followInstances } from './instances.ts';
import { startMailbox } from './mailbox.ts';
import { withMailbox } from './with-mailbox.ts';

const configuration = parseConfiguration(process.env, ingressConfiguration);
const { PORT, HOST, SMTP_PORT, PUBLIC_HOST, TEAM_HOST, API_BASE_PATH } = configuration;
const log = createLogger({ service: 'local-ingress', level: 'info' });
const mailbox = await startMailbox({ host: HOST, port: SMTP_PORT });
const [identity, employer, talent, web] = await Promise.all([
  followInstances(configuration.IDENTITY_URL),
  followInstances(configuration.EMPLOYER_URL),
  followInstances(configuration.TALENT_URL),
  followInstances(configuration.WEB_URL),
]);
const ingress = createIngress({
  publicHost: PUBLIC_HOST,
  teamHost: TEAM_HOST,
  apiBasePath: API_BASE_PATH,
  upstreams: {
    get identity() {
      return identity.urls;
    },
    get employer() {
      return employer.urls;
    },
    get talent() {
      return talent.urls;
    },
    get web() {
      return web.urls;
    },
  },
});
const serving = await serve(withMailbox(mailbox, ingress), { port: PORT, host: HOST });
log.info({ port: serving.port }, 'listening');
runUntilSignal(log, async () => {
  await serving.stop({ graceMillis: 3000, lingerMillis: 0 });
  for (const instances of [identity, employer, talent, web]) instances.stop();
  await mailbox.stop();
});
