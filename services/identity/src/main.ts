import { startService } from '@gatehouse/boundary';
import { contracts } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { identityConfiguration } from './configuration.ts';
import { createIdentity } from './identity.ts';
import { lowerHashingPriority } from './passwords/hashing-priority.ts';

const configuration = parseConfiguration(process.env, identityConfiguration);
const service = await startService({
  name: 'identity',
  configuration,
  environment: process.env,
  contract: contracts.identity,
  parts: (parts) => createIdentity(configuration, parts),
});
runUntilSignal(service.log, service.stop);
await lowerHashingPriority().catch((error: unknown) =>
  service.log.warn({ err: error }, 'passwords are hashed at the priority of requests'),
);
