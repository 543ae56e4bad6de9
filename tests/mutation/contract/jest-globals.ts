/** Replaces `@jest/globals` where tests run without Jest. */
import { jestExpect } from '@jest/expect';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus';
export const expect = jestExpect;

const mocker = new ModuleMocker(globalThis);
type Timers = ConstructorParameters<typeof ModernFakeTimers>[0];
const timers = new ModernFakeTimers({
  global: globalThis,
  config: { fakeTimers: {} } as Timers['config'],
});
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  getTimerCount: timers.getTimerCount.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
};
