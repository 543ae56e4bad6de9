/** Another request changed the password after it was verified: nothing was done. */
export const PASSWORD_CHANGED = Symbol('the password has changed since it was verified');

/** One concurrent sign-in may replace the hash; more changes during one request are an attack. */
const MAX_ROUNDS = 3;

/**
 * Verifies a password and acts on it, if it is still the stored one (G3). Verifying takes too long for a transaction: `act`
 * compares the stored hash with the verified one in its own transaction and returns `PASSWORD_CHANGED` when they differ;
 * the password is then verified against the new hash.
 * @param find reads the account with its hash.
 * @param refuse handles a wrong password; `account` is undefined for an unknown one.
 */
export async function actOnPassword<Account extends { readonly password_hash: string }, Result>({
  find,
  verify,
  refuse,
  act,
}: {
  find: () => Promise<Account | undefined>;
  /** Takes the same time for a null hash, and then returns false. */
  verify: (passwordHash: string | null) => Promise<boolean>;
  refuse: (account: Account | undefined) => Promise<never>;
  act: (account: Account) => Promise<Result | typeof PASSWORD_CHANGED>;
}): Promise<Result> {
  for (let round = 1; ; round += 1) {
    const account = await find();
    const isRight = await verify(account?.password_hash ?? null);
    if (account === undefined || !isRight) return refuse(account);
    const result = await act(account);
    if (result !== PASSWORD_CHANGED) return result;
    if (round === MAX_ROUNDS) return refuse(account);
  }
}
