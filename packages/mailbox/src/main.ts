/** The mailbox as a process of its own, behind an ingress: for containers. */
import { createLogger, parseConfiguration, runUntilSignal, serve } from '@gatehouse/runtime';
import { mailboxConfiguration } from './configuration.ts';
import { startMailbox } from './mailbox.ts';
import { withMailbox } from './with-mailbox.ts';

const configuration = parseConfiguration(process.env, mailboxConfiguration);
const { PORT, HOST, SMTP_PORT, PUBLIC_HOST, TEAM_HOST } = configuration;
const log = createLogger({ service: 'mailbox', level: 'info' });
const mailbox = await startMailbox({ host: HOST, port: SMTP_PORT });
const listener = withMailbox(mailbox, [PUBLIC_HOST, TEAM_HOST], (request, response) => {
  response.writeHead(request.url === '/livez' ? 200 : 404).end();
});
const serving = await serve(listener, { port: PORT, host: HOST });
log.info({ port: serving.port }, 'listening');
runUntilSignal(log, async () => {
  await serving.stop();
  await mailbox.stop();
});
