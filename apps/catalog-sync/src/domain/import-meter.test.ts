import { expect, it } from 'vitest';
import { ImportMeter } from './import-meter.js';

it('an import reports bytes, rows and the remaining time at its pace, first of the download, then of reading (issue 5, "Speed")', () => {
  let now = 0;
  const meter = new ImportMeter(() => now);
  expect(meter.progress(null)).toEqual({ bytes: 0, totalBytes: null, rows: 0, secondsLeft: null });
  now = 2_000;
  meter.onReceived(1_000);
  expect(meter.progress(4_000)).toEqual({ bytes: 1_000, totalBytes: 4_000, rows: 0, secondsLeft: 6 });
  expect(meter.progress(null).secondsLeft).toBeNull();

  now = 10_000;
  meter.onComplete(5_000);
  expect(meter.progress(4_000)).toMatchObject({ bytes: 5_000, totalBytes: 5_000, secondsLeft: null });
  now = 11_000;
  meter.onRead(1_000);
  meter.onRows(20);
  expect(meter.progress(4_000)).toEqual({ bytes: 5_000, totalBytes: 5_000, rows: 20, secondsLeft: 4 });
  now = 12_000;
  meter.onRead(5_000);
  expect(meter.progress(null).secondsLeft).toBe(0);
  // The second reading has a pace of its own.
  meter.onRead(500);
  now = 13_000;
  meter.onRead(1_000);
  expect(meter.progress(null).secondsLeft).toBe(4);
});

it('a sender that announced too little is never late', () => {
  let now = 0;
  const meter = new ImportMeter(() => now);
  now = 1_000;
  meter.onReceived(300);
  expect(meter.progress(100).secondsLeft).toBe(0);
});
