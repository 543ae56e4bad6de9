/** Milliseconds since 1970 of the time that a mail states, to the minute, behind a word such as “until”; NaN: it states none. */
export function timeInMail(text: string, word: string): number {
  const [, time, date] =
    new RegExp(`\\b${word} (\\d\\d:\\d\\d) UTC on (\\d+ \\w+ \\d{4})\\b`).exec(text) ?? [];
  return Date.parse(`${date} ${time} UTC`);
}
