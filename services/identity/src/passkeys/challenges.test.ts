import { describe, expect, test } from '@jest/globals';
import { answeredChallenge, hashChallenge, isChallengeOpen } from './challenges.ts';

const holder = { sessionId: '019a9e3c-0000-7000-8000-000000000001' };
const challenge = 'Y2hhbGxlbmdl';
const answered = { hash: hashChallenge(challenge), purpose: 'creation', holder } as const;

const answerTo = (clientData: string) => ({
  client_data_json: Buffer.from(clientData).toString('base64url'),
});

describe('the challenge that a browser answers', () => {
  test('is the one in its client data', () => {
    expect(answeredChallenge(answerTo(JSON.stringify({ challenge })), 'creation', holder)).toEqual(answered);
  });

  test.each([
    ['no JSON', 'challenge'],
    ['the JSON of nothing', 'null'],
    ['no challenge', '{}'],
    [
      'the bytes of a challenge in place of its text',
      `{"challenge":[${[...Buffer.from(challenge, 'base64url')]}]}`,
    ],
  ])('is none in client data with %s', (_what, clientData) => {
    expect(answeredChallenge(answerTo(clientData), 'creation', holder)).toBeNull();
  });

  test('is none of a browser that nothing identifies', () => {
    expect(answeredChallenge(answerTo(JSON.stringify({ challenge })), 'sign_in', null)).toBeNull();
  });
});

test.each([
  ['open when it is stored', [{}], true],
  ['not open when it is not, so that no signature is verified for it', [], false],
])('a challenge is %s', async (_what, rows, isOpen) => {
  const read = { query: async () => rows as never };
  expect(await isChallengeOpen(read, answered)).toBe(isOpen);
});
