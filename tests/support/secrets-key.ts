import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data/staff';
import { startChildService } from '@gatehouse/local-system';
import { type ApiAnswer, createInstanceClient, DEMO_PASSWORD, type TestDatabase } from '@gatehouse/testkit';
import { TOTP } from 'otpauth';

/** Runs identity on the demo data with these keys for the seeds while `work` runs; `lines` is its log. */
export async function withSecretsKey<T>(
  database: TestDatabase,
  secretsKey: string,
  work: (signIn: () => Promise<ApiAnswer>, lines: readonly string[]) => Promise<T>,
): Promise<T> {
  const lines: string[] = [];
  const identity = await startChildService({
    name: 'identity',
    entry: 'services/identity/src/main.ts',
    environment: {
      DATABASE_URL: database.roleUrl('identity_service'),
      PUBLIC_HOST: 'www.rotation.test',
      TEAM_HOST: 'team.rotation.test',
      SECRETS_KEY: secretsKey,
    },
    onOutput: (line) => lines.push(line),
  });
  const client = createInstanceClient(identity, 'team.rotation.test');
  const signIn = async () => {
    await database.query('update identity.admin_second_factors set last_used_step = 0');
    const totp = new TOTP({ secret: DEMO_TOTP_SECRET }).generate();
    const body = { email: 'admin@demo.test', password: DEMO_PASSWORD, totp };
    return client.request('/api/identities/admin_sessions', { method: 'POST', body });
  };
  try {
    return await work(signIn, lines);
  } finally {
    client.close();
    await identity.stop();
  }
}
