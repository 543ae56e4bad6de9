import { expect, test } from '@jest/globals';
import { migrationFailure } from './migration-failure.ts';

const SQL = 'create schema one;\n\nselect * from nowhere;\n';

test('a failure names the file, the line and the reason, and does not repeat the file', () => {
  const cause = Object.assign(new Error(`${SQL} - relation "nowhere" does not exist`), { position: '35' });
  const failure = migrationFailure('0009_x.sql', SQL, cause);
  expect(failure.message).toBe('0009_x.sql:3: relation "nowhere" does not exist');
  expect(failure.cause).toBe(cause);
});

test.each([undefined, '', '0', 'x'])('a failure at position %p names the file alone', (position) => {
  const cause = Object.assign(new Error('the server went away'), { position });
  expect(migrationFailure('0009_x.sql', SQL, cause).message).toBe('0009_x.sql: the server went away');
});
