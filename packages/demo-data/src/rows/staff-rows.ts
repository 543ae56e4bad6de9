import { demoId } from '../demo-id.ts';
import type { TableRows } from '../insert-rows.ts';
import { demoAdmins } from '../staff.ts';

const IS_THEIRS = 'exists (select from identity.admins a where a.id = r.admin_id)';

/** The demo's staff, and what they sign in with. */
export function staffTables({
  firstDay,
  passwordHash,
  totpSecret,
}: {
  firstDay: number;
  passwordHash: string;
  totpSecret: string;
}): readonly TableRows[] {
  const at = new Date(firstDay).toISOString();
  return [
    {
      table: 'identity.admins',
      rows: demoAdmins.map(({ email, name, role }) => ({ id: demoId(email, firstDay), email, name, role })),
    },
    {
      table: 'identity.admin_credentials',
      rows: demoAdmins.map(({ email }) => ({
        admin_id: demoId(email, firstDay),
        password_hash: passwordHash,
        updated_at: at,
      })),
      where: IS_THEIRS,
    },
    {
      table: 'identity.admin_second_factors',
      rows: demoAdmins.map(({ email }) => ({
        admin_id: demoId(email, firstDay),
        secret: totpSecret,
        last_used_step: 0,
        updated_at: at,
      })),
      where: IS_THEIRS,
    },
  ];
}
