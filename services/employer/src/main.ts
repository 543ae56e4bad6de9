import { serviceConfiguration, startService } from '@gatehouse/boundary';
import { employerContract } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { createEmployerHandlers } from './handlers.ts';

const configuration = parseConfiguration(process.env, serviceConfiguration);
const { PUBLIC_SCHEME, PUBLIC_HOST } = configuration;
const service = await startService({
  name: 'employer',
  configuration,
  environment: process.env,
  contract: employerContract,
  parts: () => ({ handlers: createEmployerHandlers(`${PUBLIC_SCHEME}://${PUBLIC_HOST}`) }),
});
runUntilSignal(service.log, service.stop);
