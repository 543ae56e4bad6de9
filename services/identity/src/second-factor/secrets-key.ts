import { configurationError, makeValidator } from '@gatehouse/runtime';

const KEY_BYTES = 32;

const ADVICE = 'Make a key with: openssl rand -base64 32';

/**
 * The keys of the stored second factors: one, or during a rotation `NEW,OLD`. Each is 32 random bytes in base64.
 */
export const secretsKeyValidator = makeValidator<readonly [Buffer, ...Buffer[]]>((input) => {
  const [newest, older, ...more] = input.split(',').map((key) => parseKey(key.trim()));
  if (newest === undefined || more.length > 0) {
    throw new configurationError(`expected one key, or two during a rotation, the newest first. ${ADVICE}`);
  }
  if (older?.equals(newest) === true) throw new configurationError(`the two keys are the same. ${ADVICE}`);
  return older === undefined ? [newest] : [newest, older];
});

/** @throws {EnvError} that does not contain the value. */
function parseKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  // Buffer ignores characters that are not base64: compare with what it encodes.
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) {
    throw new configurationError(`expected 32 bytes in base64. ${ADVICE}`);
  }
  return key;
}
