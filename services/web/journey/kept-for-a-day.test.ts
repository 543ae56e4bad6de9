import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { keepReturnTo, keptReturnTo } from './kept-return-to.ts';

const KEY = 'gatehouse-return-to';
const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
const stored = new Map<string, string>();

function useStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): void {
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
}

beforeEach(() => {
  stored.clear();
  useStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
});
afterEach(() => {
  jest.useRealTimers();
  if (real === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', real);
});

describe('U14: what a browser keeps until the link of a mail is opened', () => {
  test('is there for 24 hours, and is deleted then', () => {
    jest.useFakeTimers();
    keepReturnTo('/jobs/1');
    jest.advanceTimersByTime(86_400_000);
    expect(keptReturnTo()).toBe('/jobs/1');
    jest.advanceTimersByTime(1);
    expect([keptReturnTo(), stored.size]).toEqual([null, 0]);
  });

  test('is gone when the storage is full for the next one', () => {
    keepReturnTo('/jobs/1');
    localStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    keepReturnTo('/jobs/2');
    expect(keptReturnTo()).toBeNull();
  });

  test('is replaced by the next one, and by none', () => {
    keepReturnTo('/jobs/1');
    keepReturnTo('/jobs/2');
    expect(keptReturnTo()).toBe('/jobs/2');
    keepReturnTo(null);
    expect([keptReturnTo(), stored.size]).toEqual([null, 0]);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"text":1,"at":9e15}',
    '{"text":"/jobs"}',
    '{"text":"//evil.example","at":9e15}',
  ])('is nothing when the storage has %p', (text) => {
    stored.set(KEY, text);
    expect(keptReturnTo()).toBeNull();
  });

  test('is nothing in a browser that refuses storage: no call throws', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    useStorage({ getItem: refuse, setItem: refuse, removeItem: refuse });
    keepReturnTo('/jobs/1');
    keepReturnTo(null);
    expect(keptReturnTo()).toBeNull();
  });
});
