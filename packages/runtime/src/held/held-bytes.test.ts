import { describe, expect, test } from '@jest/globals';
import { HeldBytes } from './held-bytes.ts';

/** Things that hold bytes by name, with what was cut off, in order. */
function held(limits: { bytesPerHolder: number; bytesInProcess: number }) {
  const cut: string[] = [];
  const things = new Map<string, { readonly name: string }>();
  const bytes = new HeldBytes<{ readonly name: string }>(limits, ({ name }) => cut.push(name));
  const thing = (name: string) => {
    const found = things.get(name) ?? { name };
    things.set(name, found);
    return found;
  };
  return {
    cut,
    set: (name: string, holder: string, size: number) => bytes.set(thing(name), holder, size),
    remove: (name: string) => bytes.remove(thing(name)),
  };
}

describe('G6: bytes that clients hold', () => {
  test('G6: beyond the limit of a holder its oldest ones are cut off, never the one that has grown', () => {
    const { cut, set, remove } = held({ bytesPerHolder: 10, bytesInProcess: 100 });
    set('one', 'a', 4);
    set('two', 'a', 4);
    set('other', 'b', 10);
    set('three', 'a', 4);
    expect(cut).toEqual(['one']);
    set('two', 'a', 50);
    expect(cut).toEqual(['one', 'three']);
    remove('two');
    set('four', 'a', 10);
    expect(cut).toEqual(['one', 'three']);
  });

  test('G6: beyond the limit of the process the one who holds most loses the oldest', () => {
    const { cut, set } = held({ bytesPerHolder: 10, bytesInProcess: 20 });
    set('small', 'a', 2);
    set('first', 'b', 4);
    set('second', 'b', 5);
    set('last', 'c', 10);
    expect(cut).toEqual(['first']);
  });

  test('G6: the limit of the process holds where each newcomer holds more than all before it', () => {
    const { cut, set } = held({ bytesPerHolder: 10, bytesInProcess: 20 });
    for (const size of [6, 7, 8, 9]) set(`of ${size}`, `holder ${size}`, size);
    expect(cut).toEqual(['of 7', 'of 8']);
  });

  test('G6: what fills both limits exactly is not cut off', () => {
    const { cut, set } = held({ bytesPerHolder: 10, bytesInProcess: 20 });
    set('one', 'a', 4);
    set('two', 'a', 6);
    set('three', 'b', 10);
    expect(cut).toEqual([]);
  });
});
