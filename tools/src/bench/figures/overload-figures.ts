import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import type { Outcome, PhaseOutcome, Traffic } from '../load/open-loop.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { toEvents, toVisit } from '../load/reports.js';
import { benchAnswers, benchCompany, CHOICES } from '../load/seed.js';
import { bareServer, openLoop, wholeSystem } from '../processes/children.js';

const OVERLOAD = 3;
/** Of the capacity, before and after the overload. */
const ORDINARY = 0.5;
const RECOVERY_SECONDS = 8;
/** More than are asked for while a finished answer is kept, so that every match is a cold one. */
const ANALYSES = 2 * CHOICES;
/** Fewer than the gateway takes. */
const MAX_SOCKETS = 1_900;
/** Their time says nothing about the load: management may take long, and a turn of a chat has 2 s. docs/adr/0033-load-shedding.md */
const UNMEASURED = new Set(['management', 'chat']);
const MUST = { goodput: 0.8, p99Ms: 1_000, recoveryMs: 5_000, memoryMiB: 200 };

/**
 * P15 of docs/performance.md: the whole system in one process under an open-loop load of three times what it answered in a closed loop just
 * before, from a generator in another process; then half of its capacity again. Goodput is what is answered with 2xx within a second.
 */
export async function overloadFigures(options: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: folder,
    PLATFORM_TOKEN,
  });
  try {
    const traffic = await prepareTraffic(port);
    const { match, create, funnel, management } = traffic;
    const measured = { ...options, port, pid: system.pid, bareAnswerSeconds: await measureBareAnswer(match, options) };
    return [
      ...(await measure('cold matches', [match], measured)),
      ...(await measure('mix', [match, create, funnel, management], measured)),
      ...(await measure('mix with reports and chats', Object.values(traffic), measured)),
    ];
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface MeasureOptions {
  seconds: number;
  port: number;
  pid: number;
  bareAnswerSeconds: number;
}

interface Run {
  capacity: number;
  overload: PhaseOutcome;
  goodput: number;
  /** Goodput for the same processor time, of that at capacity. */
  perProcessorTime: number;
  /** The same if each refusal took as long as an answer of bare `node:http`. */
  limitPerProcessorTime: number;
  recoveryMs: number;
  after: PhaseOutcome;
  memoryMiB: number;
}

async function measure(load: string, traffic: Traffic[], options: MeasureOptions & { rounds: number }): Promise<Row[]> {
  const runs: Run[] = [];
  for (let round = 0; round < options.rounds; round++) runs.push(await measureOnce(traffic, options));
  runs.sort((a, b) => a.goodput / a.capacity - b.goodput / b.capacity);
  const run = runs[Math.floor(runs.length / 2)] as Run;
  const kinds = Object.entries(run.overload.kinds);
  const sum = (figure: (outcome: Outcome) => number) => kinds.reduce((total, [, kind]) => total + figure(kind), 0);
  const all = kinds.flatMap(([kind, { latencies }]) => (UNMEASURED.has(kind) ? [] : latencies));
  const p99Ms = quantile(all, 0.99);
  const share = (figure: number) => `${Math.round((100 * figure) / sum(({ due }) => due))} %`;
  const recoveryMs = Math.max(...runs.map((run) => run.recoveryMs));
  const memoryMiB = Math.max(...runs.map((run) => run.memoryMiB));
  return [
    {
      id: 'P15',
      figure: `goodput at ${OVERLOAD} × capacity, ${load}`,
      ratio: run.goodput / run.capacity,
      must: `≥ ${MUST.goodput}`,
      note:
        `${Math.round(run.goodput)}/s of ${Math.round(run.capacity)}/s; refused ${share(sum(({ refused }) => refused))}, ` +
        `failed ${share(sum(({ failed }) => failed))}; answered of ` +
        kinds.map(([kind, { good, due }]) => `${kind} ${Math.round((100 * good) / due)} %`).join(', '),
    },
    {
      id: 'P15',
      figure: `the same per processor time of the system, ${load}`,
      ratio: run.perProcessorTime,
      must: `≥ ${MUST.goodput}`,
      note:
        `what refusals leave, on a machine that does other things too; ${run.limitPerProcessorTime.toFixed(2)} ` +
        'if each took as long as an answer of bare node:http',
    },
    {
      id: 'P15',
      figure: `p99 of accepted requests, ${load}, of ${MUST.p99Ms} ms`,
      ratio: p99Ms / MUST.p99Ms,
      must: '≤ 1',
      note:
        `p50 ${Math.round(quantile(all, 0.5))} ms, p99 ${Math.round(p99Ms)} ms; p99 of ` +
        kinds.map(([kind, { latencies }]) => `${kind} ${Math.round(quantile(latencies, 0.99))} ms`).join(', '),
    },
    {
      id: 'P15',
      figure: `last trouble after the overload, ${load}, of ${MUST.recoveryMs} ms`,
      ratio: recoveryMs / MUST.recoveryMs,
      must: '≤ 1',
      note: `${Math.round(recoveryMs)} ms after its end, at ${ORDINARY} × capacity; worst of ${runs.length}; ${describeTrouble(runs)}`,
    },
    {
      id: 'P15',
      figure: `most memory under overload above that before, ${load}, of ${MUST.memoryMiB} MiB`,
      ratio: memoryMiB / MUST.memoryMiB,
      must: '≤ 1',
      note: `${Math.round(memoryMiB)} MiB; worst of ${runs.length}`,
    },
  ];
}

async function measureOnce(
  traffic: Traffic[],
  { seconds, port, pid, bareAnswerSeconds }: MeasureOptions,
): Promise<Run> {
  const job = { port, traffic, maxSockets: MAX_SOCKETS };
  const times = [processorSeconds(pid)];
  const note = () => void times.push(processorSeconds(pid));
  const closed = { connections: 64, seconds };
  const [before] = (await openLoop({ ...job, closed, phases: [] }, note)) as [PhaseOutcome];
  const capacity = good(before) / seconds;
  const memory = watchMemory(pid);
  const phases = [
    { seconds: seconds * 3, perSecond: OVERLOAD * capacity },
    { seconds: RECOVERY_SECONDS, perSecond: ORDINARY * capacity },
  ];
  const [overload, after] = (await openLoop({ ...job, phases }, note)) as [PhaseOutcome, PhaseOutcome];
  const [start, middle, end] = times as [number, number, number];
  const refused = Object.values(overload.kinds).reduce((sum, kind) => sum + kind.refused, 0);
  return {
    capacity,
    overload,
    goodput: good(overload) / (seconds * 3),
    perProcessorTime: good(overload) / (end - middle) / (good(before) / (middle - start)),
    limitPerProcessorTime: 1 - (refused * bareAnswerSeconds) / (end - middle),
    recoveryMs: after.troubleMs,
    after,
    memoryMiB: memory.stop(),
  };
}

/** What was not answered well after the overload, of all runs. */
function describeTrouble(runs: Run[]): string {
  const kinds = runs.flatMap(({ after }) => Object.entries(after.kinds));
  const troubled = [...new Set(kinds.map(([kind]) => kind))].flatMap((name) => {
    const own = kinds.filter(([kind]) => kind === name).map(([, outcome]) => outcome);
    const total = (figure: 'due' | 'refused' | 'failed') => own.reduce((sum, outcome) => sum + outcome[figure], 0);
    const [refused, failed] = [total('refused'), total('failed')];
    return refused + failed === 0 ? [] : [`${name} ${refused} refused and ${failed} failed of ${total('due')}`];
  });
  return troubled.join(', ') || 'every request was answered';
}

/** @returns processor seconds in which bare `node:http` answers one request with as many bytes as a refusal has. */
async function measureBareAnswer(traffic: Traffic, { seconds }: { seconds: number }): Promise<number> {
  const bare = await bareServer(
    JSON.stringify({ error: 'UNAVAILABLE', message: 'x'.repeat(100), requestId: randomUUID() }),
  );
  try {
    const before = processorSeconds(bare.pid);
    const job = { port: bare.port, traffic: [traffic], maxSockets: MAX_SOCKETS, phases: [] };
    const [outcome] = (await openLoop({ ...job, closed: { connections: 64, seconds } }, () => {})) as [PhaseOutcome];
    return (processorSeconds(bare.pid) - before) / good(outcome);
  } finally {
    await bare.stop();
  }
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.POSITIVE_INFINITY;

const good = ({ kinds }: PhaseOutcome): number => Object.values(kinds).reduce((sum, { good }) => sum + good, 0);

/** Of the process so far. Linux only: elsewhere 0. */
function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** @returns `stop`, which gives how much the process grew at most, MiB. */
function watchMemory(pid: number): { stop(): number } {
  const before = residentMiB(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMiB(pid));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return most - before;
    },
  };
}

/** Linux only: elsewhere 0. */
function residentMiB(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function prepareTraffic(port: number) {
  const origin = `http://127.0.0.1:${port}`;
  const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
  const json = (value: object) => ({ type: 'application/json', content: JSON.stringify(value) });
  const applied = (await management.request(
    'PUT',
    '/companies/busy/blueprint',
    json({ ...benchCompany('busy', 2_000), domains: ['shop.example'] }),
  )) as { company: { companyKey: string }; funnels: Record<string, { id: string; published: { id: string } }> };
  const { id: funnelId, published } = applied.funnels['busy-funnel'] as { id: string; published: { id: string } };
  const { value: key } = (await management.request('POST', '/companies/busy/api-keys', json({ name: 'bench' }))) as {
    value: string;
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const createBody = (n: number) => JSON.stringify({ funnelId, selectionValues: benchAnswers(n % CHOICES) });
  const ids: string[] = [];
  for (let n = 0; n < ANALYSES; n += 32) {
    const answers = Array.from({ length: 32 }, async (_, i) => {
      const response = await fetch(`${origin}/api/v1/analyses`, { method: 'POST', headers, body: createBody(n + i) });
      return ((await response.json()) as { id: string }).id;
    });
    ids.push(...(await Promise.all(answers)));
  }
  const authorized = (line: string, token: string, body?: string) =>
    request(line, [`Host: localhost:${port}`, `Authorization: Bearer ${token}`], body);
  const get = (path: string, token = key) => authorized(`GET ${path}`, token);
  const reports = <T>(toReport: (n: number) => T) => Array.from({ length: ANALYSES }, (_, n) => toReport(n));
  const chat = (n: number) =>
    JSON.stringify({
      context: { company: applied.company.companyKey, locale: 'en', path: '/' },
      turn: { clientTurnId: `turn-${n}`, text: `Show me product ${n % 500}` },
    });
  return {
    match: { kind: 'match', weight: 3, texts: ids.map((id) => get(`/api/v1/analyses/${id}/matches`)) },
    create: {
      kind: 'create',
      weight: 3,
      texts: [0, 1, 2, 3].map((n) => authorized('POST /api/v1/analyses', key, createBody(n))),
    },
    funnel: { kind: 'funnel', weight: 3, texts: [get(`/api/v1/funnels/${funnelId}`)] },
    management: {
      kind: 'management',
      weight: 1,
      texts: [get('/api/admin/v1/companies/busy/funnels/busy-funnel/versions', PLATFORM_TOKEN)],
    },
    event: {
      kind: 'event',
      weight: 3,
      texts: ids.map((id) => request('POST /api/v1/events', [`Host: localhost:${port}`], JSON.stringify(toEvents(id)))),
    },
    visit: {
      kind: 'visit',
      weight: 3,
      texts: reports(() =>
        request('POST /api/v1/visits', [`Host: busy-funnel.localhost:${port}`], JSON.stringify(toVisit(published.id))),
      ),
    },
    chat: {
      kind: 'chat',
      weight: 1,
      texts: reports((n) =>
        request('POST /api/chat/v1/threads', [`Host: localhost:${port}`, 'Origin: https://shop.example'], chat(n)),
      ),
    },
  } satisfies Record<string, Traffic>;
}

/** A whole HTTP/1.1 request. */
function request(line: string, headers: readonly string[], body = ''): string {
  const content = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${line} HTTP/1.1`, ...headers, ...content].join('\r\n')}\r\n\r\n${body}`;
}
