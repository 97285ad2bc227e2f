import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../launcher/ports.js';
import type { Row } from '../compare.js';
import { wholeSystem } from '../processes/children.js';

/** What an idle system may take of one core. */
const MUST_PERCENT = 1;
/** What starts in the background, such as compiling, has ended by then. */
const SETTLE_MS = 15_000;
const MEASURE_MS = 60_000;
/** Unit of times in /proc, a constant of Linux. */
const TICKS_PER_SECOND = 100;

/** Processor time of the whole system with the demo without requests: its process, and its PostgreSQL. Linux only. */
export async function idleFigures(): Promise<Row[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'svc-idle-'));
  const [port] = await freePorts(1);
  const system = await wholeSystem({ PORT: String(port), DATA_DIR: dataDirectory, DEMO: 'true' });
  try {
    await sleep(SETTLE_MS);
    const before = processorTimes(system.pid);
    await sleep(MEASURE_MS);
    const after = processorTimes(system.pid);
    const percent = (part: 'own' | 'children') => ((after[part] - before[part]) / (MEASURE_MS / 1_000)) * 100;
    const [own, database] = [percent('own'), percent('children')];
    const note = `${own.toFixed(2)} % of a core for Node, ${database.toFixed(2)} % for PostgreSQL, of ${MUST_PERCENT} %`;
    return [{ id: 'idle', figure: 'an idle system', ratio: (own + database) / MUST_PERCENT, must: '≤ 1', note }];
  } finally {
    await system.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** Seconds of a process, and of all processes below it together. */
function processorTimes(pid: number): { own: number; children: number } {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = new Map(processes.flatMap((name) => readStat(Number(name))));
  const isBelow = (id: number): boolean => {
    const parent = stats.get(id)?.parent;
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  const below = [...stats].filter(([id]) => isBelow(id));
  return {
    own: stats.get(pid)?.seconds ?? 0,
    children: below.reduce((sum, [, { seconds }]) => sum + seconds, 0),
  };
}

/** Parent and time of a process; empty when it has ended meanwhile. */
function readStat(pid: number): [number, { parent: number; seconds: number }][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return [[pid, { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }]];
  } catch {
    return [];
  }
}
