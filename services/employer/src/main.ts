import { startService } from '@gatehouse/boundary';
import { contracts } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { employerConfiguration } from './configuration.ts';
import { createEmployer } from './employer.ts';

const configuration = parseConfiguration(process.env, employerConfiguration);
const service = await startService({
  name: 'employer',
  configuration,
  environment: process.env,
  contract: contracts.employer,
  parts: (parts) => createEmployer(configuration, parts),
});
runUntilSignal(service.log, service.stop);
