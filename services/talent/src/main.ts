import { startService } from '@gatehouse/boundary';
import { contracts } from '@gatehouse/contract';
import { parseConfiguration, runUntilSignal } from '@gatehouse/runtime';
import { talentConfiguration } from './configuration.ts';
import { createTalent } from './talent.ts';

const configuration = parseConfiguration(process.env, talentConfiguration);
const service = await startService({
  name: 'talent',
  configuration,
  environment: process.env,
  contract: contracts.talent,
  parts: (parts) => createTalent(configuration, parts),
});
runUntilSignal(service.log, service.stop);
