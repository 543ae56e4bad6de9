import { serverUrlValidator, validators } from '@gatehouse/runtime';
import { SERVICE_ROLES, type ServiceRole } from './roles.ts';

const passwordSpec = validators.str({ desc: "The password of the service's role, for `provision-roles`." });

/** `TALENT_SERVICE_PASSWORD` */
export const passwordVariable = (role: ServiceRole) =>
  `${role.toUpperCase() as Uppercase<ServiceRole>}_PASSWORD` as const;

const DATABASE_URL = serverUrlValidator(
  'postgres',
  'postgresql',
)({ desc: 'PostgreSQL 18 as the owner of the database.' });

/** Of every command. */
export const waitConfiguration = {
  DATABASE_WAIT_SECONDS: validators.num({
    default: 0,
    desc: 'Seconds for which a database that does not respond is tried again.',
  }),
};

/** Of `migrate`. */
export const migrationConfiguration = { DATABASE_URL };

/** Of `provision-roles`. */
export const provisioningConfiguration = {
  DATABASE_URL,
  ...(Object.fromEntries(SERVICE_ROLES.map((role) => [passwordVariable(role), passwordSpec])) as Record<
    ReturnType<typeof passwordVariable>,
    typeof passwordSpec
  >),
  RETENTION_SERVICE_PASSWORD: validators.str({
    default: '',
    desc: 'The password of the role of the retention job, for `provision-roles`. Empty: the role stays as it is.',
  }),
};
