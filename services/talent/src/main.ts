import { serviceConfiguration, startService } from '@gatehouse/boundary';
import { talentContract } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { talentHandlers } from './handlers.ts';

const service = await startService({
  name: 'talent',
  configuration: parseConfiguration(process.env, serviceConfiguration),
  environment: process.env,
  contract: talentContract,
  parts: () => ({ handlers: talentHandlers }),
});
runUntilSignal(service.log, service.stop);
