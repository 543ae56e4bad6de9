import { createHash } from 'node:crypto';

/** A number from 0 to 2³²-1 that follows from the key alone: the same in every run. */
export function numberOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32BE(0);
}

/** One of the choices, by the key alone. @throws {Error} where there is none. */
export function pick<T>(key: string, choices: readonly T[]): T {
  const choice = choices[numberOf(key) % choices.length];
  if (choice === undefined) throw new Error('there is nothing to pick from');
  return choice;
}

/** Two different ones of the choices, by the key alone. */
export function pickTwo<T>(key: string, choices: readonly T[]): readonly [T, T] {
  const first = pick(key, choices);
  return [
    first,
    pick(
      `${key} second`,
      choices.filter((choice) => choice !== first),
    ),
  ];
}
