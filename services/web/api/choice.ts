/** The key of `choices` that `value` names, or null: an address, a form or an answer may say anything. */
export function findChoice<Choice extends string>(
  choices: Readonly<Record<Choice, unknown>>,
  value: unknown,
): Choice | null {
  return typeof value === 'string' && Object.hasOwn(choices, value) ? (value as Choice) : null;
}
