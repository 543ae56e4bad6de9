import { expect, test } from '@jest/globals';
import { refuseCommonPassword } from './common-passwords.ts';

/** The field that a refusal of this password names; null: it is not refused. */
function refusedField(password: string): string | null {
  let field: string | null = null;
  const context = {
    refuse: (_code: string, { errors = [] }: { errors?: readonly { field: string }[] }): never => {
      field = errors[0]?.field ?? '';
      throw new Error('refused');
    },
  };
  try {
    refuseCommonPassword(context, { new_password: password }, 'new_password');
  } catch (error) {
    if (field === null) throw error;
  }
  return field;
}

test.each([
  'password1',
  'lighthouse',
  'Gatehouse-2026!',
  'talent.employer.7',
  'gatehouse-demo-1',
  'admin11111111',
])('U23: %s is common, and the refusal names its field', (password) =>
  expect(refusedField(password)).toBe('new_password'),
);

test.each(['a heron on the weir', 'talent-k7#q9!zx4m2', 'the gatehouse by the river', 'Xq7#admin#Rk92m'])(
  'U23: %s is not',
  (password) => expect(refusedField(password)).toBeNull(),
);
