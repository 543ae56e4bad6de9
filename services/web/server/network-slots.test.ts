import { expect, test } from '@jest/globals';
import { NetworkSlots } from './network-slots.ts';

const take = (slots: NetworkSlots, addresses: readonly string[]) =>
  addresses.map((address) => slots.take(address));
const areTaken = (taken: readonly unknown[]) => taken.map((one) => one !== null);

test('G6: one network has its share of the slots at most, whatever addresses of it ask', () => {
  const slots = new NetworkSlots({ ofProcess: 5, ofNetwork: 3 });
  const own = take(slots, ['2001:db8:1::1', '2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:1::2']);
  expect(areTaken(own)).toEqual([true, true, true, false]);
  const others = take(slots, ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  expect(areTaken(others)).toEqual([true, true, false]);
});

test('a slot is free again once it is released, and released once', () => {
  const slots = new NetworkSlots({ ofProcess: 2, ofNetwork: 1 });
  const [release] = take(slots, ['192.0.2.1']);
  expect(areTaken(take(slots, ['192.0.2.1']))).toEqual([false]);
  release?.();
  release?.();
  expect(areTaken(take(slots, ['192.0.2.1', '192.0.2.1']))).toEqual([true, false]);
  // What one network was refused takes no slot of all.
  expect(areTaken(take(slots, ['192.0.2.2', '192.0.2.3']))).toEqual([true, false]);
});

test('one that is refused because all are taken takes none of its network', () => {
  const slots = new NetworkSlots({ ofProcess: 2, ofNetwork: 1 });
  const [release] = take(slots, ['192.0.2.1', '192.0.2.2']);
  expect(slots.take('192.0.2.3')).toBeNull();
  release?.();
  expect(slots.take('192.0.2.3')).not.toBeNull();
});
