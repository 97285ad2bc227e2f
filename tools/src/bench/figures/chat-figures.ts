import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../launcher/ports.js';
import type { Row } from '../compare.js';
import { wholeSystem } from '../processes/children.js';
import { FAILED, TURNS_PER_SECOND, toChatRows } from './chat-rows.js';

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
 * Turns of chats about the demo company, each the first of a conversation, 50 a second whether the ones before are answered or not.
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
    return toChatRows(await askAll(port, seconds * rounds));
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds until the first block of each answer; infinity: it failed. */
async function askAll(port: number, seconds: number): Promise<number[]> {
  const count = TURNS_PER_SECOND * seconds;
  const started = performance.now();
  const asked: Promise<number>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    await delay(Math.max(0, started + (turn * 1_000) / TURNS_PER_SECOND - performance.now()));
    asked.push(ask(port, turn).catch(() => FAILED));
  }
  return Promise.all(asked);
}

async function ask(port: number, turn: number): Promise<number> {
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
  return response.status === 201 ? time : FAILED;
}
