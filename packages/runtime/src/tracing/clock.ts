/** How long the wall clock's offset is believed: it may be set while the process runs. */
const BELIEVED_MILLIS = 1000;
const MICROS = 1_000_000;

let offset = 0;
let believedUntil = 0;
let second = 0;
let secondText = '0';

/** Microseconds since 1970, as precise as the monotonic clock. */
export function nowMicros(): number {
  const now = performance.now();
  if (now > believedUntil) {
    offset = Date.now() - now;
    believedUntil = now + BELIEVED_MILLIS;
  }
  return Math.round((offset + now) * 1000);
}

/** The same in nanoseconds, as text: they are more than a number can count. */
export function nanosText(micros: number): string {
  const whole = Math.floor(micros / MICROS);
  if (whole !== second) {
    second = whole;
    secondText = String(whole);
  }
  // The 1 in front keeps the zeros.
  return `${secondText}${String(MICROS + (micros - whole * MICROS)).slice(1)}000`;
}
