import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../launcher/ports.js';
import type { Row } from '../compare.js';
import { wholeSystem } from '../processes/children.js';

/** Time until the first block of an answer, milliseconds; docs/performance.md. */
const MUST = { p95: 150, p99: 500 };
const TURNS_PER_SECOND = 50;
const COMPANY = 'LindenLuneDemoShop0000001';
const QUESTIONS = [
  'Show me red lipsticks under 20 euros',
  'Eine Creme für trockene Haut',
  'Was passt zu mir?',
  'How long does delivery take?',
  'a waterproof mascara',
  'Zeig mir Bestseller',
];

/**
 * Turns of chats about the demo company, each the first of a conversation, 50 a second whether the ones before are answered or not. The
 * ratio is the measured time over the longest that is allowed.
 */
export async function chatFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({
    ...{ PORT: String(port), DATA_DIR: folder, DEMO: 'true', RATE_LIMITS: 'off', LOAD_SHEDDING: 'off' },
  });
  try {
    // The catalog is compiled, and the code is warm.
    await askAll(port, 5);
    const times = await askAll(port, seconds * rounds);
    const failures = times.filter((time) => time === undefined).length;
    const sorted = times.flatMap((time) => time ?? []).sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const note = `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms of ${times.length} turns, ${failures} failed`;
    const row = (name: string, value: number, must: number): Row => ({
      ...{ id: 'chat', figure: `first block of an answer, ${TURNS_PER_SECOND} turns a second, ${name} of ${must} ms` },
      ...{ ratio: value / must, must: '≤ 1', note },
    });
    return [row('p95', at(0.95), MUST.p95), row('p99', at(0.99), MUST.p99)];
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds until the first block of each answer; undefined: it failed. */
async function askAll(port: number, seconds: number): Promise<(number | undefined)[]> {
  const count = TURNS_PER_SECOND * seconds;
  const started = performance.now();
  const asked: Promise<number | undefined>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await delay(Math.max(0, started + (turn * 1_000) / TURNS_PER_SECOND - performance.now()));
    asked.push(ask(port, turn).catch(() => undefined));
  }
  return Promise.all(asked);
}

async function ask(port: number, turn: number): Promise<number | undefined> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/chat/v1/threads`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'text/plain;charset=UTF-8', Accept: 'text/event-stream' },
      Origin: `http://demo-shop.localhost:${port}`,
    },
    body: JSON.stringify({
      context: { company: COMPANY, locale: 'en', path: '/' },
      turn: { clientTurnId: `bench-${turn}`, text: QUESTIONS[turn % QUESTIONS.length] },
    }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const time = performance.now() - started;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
  return response.status === 201 ? time : undefined;
}
