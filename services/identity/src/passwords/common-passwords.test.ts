import { describe, expect, test } from '@jest/globals';
import { refuseCommonPassword, refuseOwnWords } from './common-passwords.ts';

type Refuse = (context: Parameters<typeof refuseCommonPassword>[0], input: { new_password: string }) => void;

const asCommon: Refuse = (context, input) => refuseCommonPassword(context, input, 'new_password');

/** The field that a refusal of this password names; null: it is not refused. */
function refusedField(password: string, refuse = asCommon): string | null {
  let field: string | null = null;
  const context = {
    refuse: (_code: string, { errors = [] }: { errors?: readonly { field: string }[] }): never => {
      field = errors[0]?.field ?? '';
      throw new Error('refused');
    },
  };
  try {
    refuse(context, { new_password: password });
  } catch (error) {
    if (field === null) throw error;
  }
  return field;
}

test.each([
  'password1',
  'PassWord1',
  'iloveyou',
  'lighthouse',
  'Gatehouse-2026!',
  'talent.employer.7',
  'gatehouse-demo-1',
  'admin11111111',
])('U23: %s is common, and the refusal names its field', (password) =>
  expect(refusedField(password)).toBe('new_password'),
);

test.each(['\u{ff50}\u{ff41}ssword1', 'gate\u{ff48}ouse-2026!'])(
  'U23: %s is compared as it is stored, in NFKC',
  (password) => expect(refusedField(password)).toBe('new_password'),
);

test.each(['a heron on the weir', 'talent-k7#q9!zx4m2', 'the gatehouse by the river', 'Xq7#admin#Rk92m'])(
  'U23: %s is not',
  (password) => expect(refusedField(password)).toBeNull(),
);

describe('the own name and address', () => {
  const asOwn =
    (name: string, email: string): Refuse =>
    (context, input) =>
      refuseOwnWords(context, input, 'new_password', { name, email });
  const asAdas = asOwn('Ada Lovelace', 'countess.ada@engine.test');

  test.each(['lovelace1815', 'Ada.Lovelace', 'COUNTESS-ada!', 'ada@engine.test', 'lovelace-2026-x'])(
    '%s is little more than them, and the refusal names its field',
    (password) => expect(refusedField(password, asAdas)).toBe('new_password'),
  );

  test.each(['a countess by the river', 'adamant heron weir', 'Xq7#ada#Rk92m!tw'])('%s is not', (password) =>
    expect(refusedField(password, asAdas)).toBeNull(),
  );

  test('parts of one or two letters, and characters with a meaning in patterns, refuse nothing', () => {
    expect(refusedField('a heron on the weir', asOwn('A. (B+) C.', 'a@b.c'))).toBeNull();
    expect(refusedField('lighthouse-keeper', asOwn('.*', 'x@y.z'))).toBeNull();
    expect(refusedField('1111aaaa', asOwn('A. (B+) C.', 'a@b.c'))).toBeNull();
  });

  test.each(['Ann Annabelle', 'Annabelle Ann'])('of %s, the longer one counts whole', (name) => {
    expect(refusedField('annabelle-1', asOwn(name, 'x@y.z'))).toBe('new_password');
  });

  test.each(['1111aaaa', 'lovelace-aaaaaa'])('%s, of few characters, is not: they are others', (password) => {
    expect(refusedField(password, asAdas)).toBeNull();
  });

  test('they are compared in NFKC, as passwords are stored', () => {
    expect(refusedField('Lo\u{ff56}elace1815', asAdas)).toBe('new_password');
    // An accent that follows its letter, in the password or in the name.
    expect(refusedField('zoe\u0301lie-2026', asOwn('Zo\u00e9lie', 'z@z.test'))).toBe('new_password');
    expect(refusedField('zo\u00e9lie-2026', asOwn('Zoe\u0301lie', 'z@z.test'))).toBe('new_password');
  });

  test('letters of any script count', () => {
    expect(refusedField('łukasz2026', asOwn('Łukasz Żak', 'l@z.pl'))).toBe('new_password');
  });
});
