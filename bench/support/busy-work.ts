/** Uses processor time and nothing else, at a fixed rate: the control of a measurement beside other work. */
import { setTimeout as delay } from 'node:timers/promises';

const [perSecond = 0, millis = 0, seconds = 0] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
for (let turn = 0; turn < perSecond * seconds; turn += 1) {
  await delay(Math.max(0, startedAt + (turn * 1000) / perSecond - performance.now()));
  const before = process.cpuUsage();
  let micros = 0;
  while (micros < millis * 1000) {
    const { user, system } = process.cpuUsage(before);
    micros = user + system;
  }
}
