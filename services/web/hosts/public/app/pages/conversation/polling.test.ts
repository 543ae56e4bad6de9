import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { poll } from './polling.ts';

/** What the polling knows of the document. */
class Tab extends EventTarget {
  hidden = false;

  show(isVisible: boolean) {
    this.hidden = !isVisible;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const real = Object.getOwnPropertyDescriptor(globalThis, 'document');
let tab: Tab;
let run: jest.Mock<() => void>;
let end: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  tab = new Tab();
  Object.defineProperty(globalThis, 'document', { value: tab, configurable: true });
  run = jest.fn<() => void>();
  end = poll(10_000, run);
});
afterEach(() => {
  end();
  jest.useRealTimers();
  if (real === undefined) Reflect.deleteProperty(globalThis, 'document');
  else Object.defineProperty(globalThis, 'document', real);
});

/** The timer runs once, late by some milliseconds. */
function tick(lateMillis: number) {
  jest.advanceTimersByTime(9999);
  jest.setSystemTime(Date.now() + lateMillis);
  jest.advanceTimersByTime(1);
  jest.setSystemTime(Date.now() - lateMillis);
}

describe('polling', () => {
  test('runs each time, also when the timer is less late than before', () => {
    for (const late of [9, 8, 4, 4, 0]) tick(late);
    expect(run).toHaveBeenCalledTimes(5);
  });

  test('does not run in a tab that is not visible, and at once when it is looked at again', () => {
    tab.show(false);
    jest.advanceTimersByTime(25_000);
    expect(run).not.toHaveBeenCalled();
    tab.show(true);
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(9999);
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('does not run for a tab that was left for a shorter time, nor after its end', () => {
    jest.advanceTimersByTime(5000);
    tab.show(false);
    tab.show(true);
    expect(run).not.toHaveBeenCalled();
    end();
    jest.advanceTimersByTime(60_000);
    tab.show(true);
    expect(run).not.toHaveBeenCalled();
  });
});
