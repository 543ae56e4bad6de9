import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { scramVerifier } from './scram-verifier.ts';

/** The exchange of RFC 7677, section 3. */
const SALT = 'W22ZaJ0SNY7soEsUEjb6gQ==';
const AUTH_MESSAGE = [
  'n=user,r=rOprNGfwEbeRWgbNEkqO',
  `r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=${SALT},i=4096`,
  'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0',
].join(',');
const CLIENT_PROOF = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64');
const SERVER_SIGNATURE = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

const FORM = /^SCRAM-SHA-256\$4096:([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)$/;

test('K6: a verifier accepts the proof of RFC 7677, and answers with its signature', () => {
  const [, salt, storedKey = '', serverKey = ''] =
    FORM.exec(scramVerifier('pencil', Buffer.from(SALT, 'base64'))) ?? [];
  expect(salt).toBe(SALT);
  const sign = (key: string) =>
    createHmac('sha256', Buffer.from(key, 'base64')).update(AUTH_MESSAGE).digest();
  expect(sign(serverKey).toString('base64')).toBe(SERVER_SIGNATURE);
  const clientKey = sign(storedKey).map((byte, index) => byte ^ (CLIENT_PROOF[index] ?? 0));
  expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
});

test('K6: two verifiers of one password have different salts', () => {
  const [first, second] = [scramVerifier('same'), scramVerifier('same')];
  expect(first).toMatch(FORM);
  expect(first).not.toBe(second);
});
