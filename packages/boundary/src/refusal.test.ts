import { describe, expect, test } from '@jest/globals';
import { Refusal, refuse } from './refusal.ts';

describe('a refusal', () => {
  test('is thrown, with its code and what it carries', () => {
    const thrown = catching(() => refuse('input_invalid', { detail: 'too long' }));
    expect(thrown).toBeInstanceOf(Refusal);
    expect(thrown).toMatchObject({
      name: 'Refusal',
      message: 'input_invalid',
      code: 'input_invalid',
      options: { detail: 'too long' },
    });
  });

  test('carries nothing beside its code where nothing is said', () => {
    expect(catching(() => refuse('not_found'))).toMatchObject({ code: 'not_found', options: {} });
  });
});

function catching(action: () => never): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
