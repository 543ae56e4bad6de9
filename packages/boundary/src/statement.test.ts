import { expect, test } from '@jest/globals';
import { namedStatements, onlyRow, queryableOf, statement } from './statement.ts';

test('a statement has a name of its own', () => {
  const made = statement('a_name_for_this_test', 'select 1');
  expect(namedStatements()).toContain(made);
  expect(() => statement('a_name_for_this_test', 'select 2')).toThrow(
    'two statements have the name a_name_for_this_test',
  );
});

test('a row that has to be there is missed', () => {
  expect(onlyRow([{ id: 1 }], 'the new post')).toEqual({ id: 1 });
  expect(() => onlyRow([], 'the new post')).toThrow('the new post has no row');
});

test('a connection runs named statements, each with its values', async () => {
  const sent: unknown[] = [];
  const query = async (config: unknown) => {
    sent.push(config);
    return { rows: [{ id: 1 }] };
  };
  const { name, text } = statement('another_name_for_this_test', 'select $1');
  const connection = { query } as unknown as Parameters<typeof queryableOf>[0];
  expect(await queryableOf(connection).query({ name, text, indexes: [] }, ['one'])).toEqual([{ id: 1 }]);
  expect(sent).toEqual([{ name, text, values: ['one'] }]);
});
