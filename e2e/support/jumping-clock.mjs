// Loaded with `--import` into programs of a test: at SIGUSR2 their clock is wrong by the seconds in the file CLOCK_OFFSET_FILE.
import { readFileSync } from 'node:fs';

const { CLOCK_OFFSET_FILE } = process.env;
const Clock = Date;
let offsetMs = 0;
const now = () => Clock.now() + offsetMs;

globalThis.Date = new Proxy(Clock, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
if (CLOCK_OFFSET_FILE) {
  process.on('SIGUSR2', () => {
    offsetMs = Number(readFileSync(CLOCK_OFFSET_FILE, 'utf8')) * 1_000;
  });
}
