import { serviceConfiguration, startService } from '@gatehouse/boundary';
import { employerContract } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { employerHandlers } from './handlers.ts';

const service = await startService({
  name: 'employer',
  configuration: parseConfiguration(process.env, serviceConfiguration),
  environment: process.env,
  contract: employerContract,
  parts: () => ({ handlers: employerHandlers }),
});
runUntilSignal(service.log, service.stop);
