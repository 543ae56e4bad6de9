import { API_SERVICES } from '../../packages/contract/src/api-services.ts';

/** The workspace of each image: the targets of the Dockerfile. */
export const IMAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(API_SERVICES.map((name) => [name, `services/${name}`])),
  web: 'services/web',
  migrations: 'packages/database',
  'demo-data': 'packages/demo-data',
  mailbox: 'packages/mailbox',
};
