import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, send } from '../http.js';
import { pacedLoad } from '../paced-load.js';
import { createQuiz, picks, question, type System } from '../quiz.js';
import type { WebhookReceiver } from '../webhook-receiver.js';

/** Requests per second. Together a fraction of one processor. */
const PER_SECOND = { read: 6, page: 4, coldMatch: 8, warmMatch: 15, create: 3, submit: 2, events: 3 } as const;
const EDIT_EVERY_MS = 2_000;
const CHECK_EVERY_MS = 1_000;
const IMPORT_EVERY_MS = 500;
/** A shop's system sends a file while it writes it, so that nearly always an import is running. */
const UPLOAD_MS = 400;
const VARIANTS = 1_000;
/** What a client waits for an answer, and how long it repeats a write. */
const TIMEOUT_MS = 20_000;
const GIVE_UP_AFTER_MS = 90_000;
/** Between two attempts of a client. */
const PAUSE_MS = 250;

export type Kind = keyof typeof PER_SECOND | 'edit' | 'check' | 'import';

export interface Sample {
  kind: Kind;
  phase: string;
  /** What was done to the system when it ended. */
  step: string;
  /** 0: no answer. */
  status: number;
  ms: number;
  /** Of a failure. */
  text: string;
}

interface Change {
  number: number;
  acknowledgedAt: number;
}
/** What a match showed: the number of the newest change in it. */
interface Seen {
  number: number;
  startedAt: number;
  phase: string;
}

export interface UpgradeLoad {
  samples: Sample[];
  /** The analysis of each key that was acknowledged. */
  created: Map<string, string>;
  submitted: Map<string, string>;
  /** Ids of events that were acknowledged. */
  events: Set<string>;
  /** Writes that no attempt stored. */
  lost: string[];
  /** Names what is done to the system meanwhile. */
  phase(name: string): void;
  /** What is done to which process. */
  step(name: string): void;
  /** The longest time, in a phase, for which matches showed the state before an acknowledged change. */
  findLag(what: 'edits' | 'imports', phase: string): number;
  stop(): Promise<void>;
}

/** Rows that are always there, and one that says which import this is. */
function buildCsv(number: number): string {
  const rows = Array.from(
    { length: VARIANTS },
    (_, index) =>
      `V${index};P${Math.floor(index / 4)};Shade ${index} of import ${number};https://shop.example/${index};`,
  );
  return `${['id;parentId;name;url;tags', `import-${number};;Number;https://shop.example/number;number:yes`, ...rows].join('\n')}\n`;
}

type Reply = Pick<Answer, 'status' | 'text' | 'body'>;

/** Sends a catalog in two parts. @returns the state in which the import ended. */
async function importSlowly(system: System, csv: string): Promise<Reply> {
  const outgoing = request(`${system.origin}/api/admin/v1/companies/upgrade/catalog/imports?wait=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.platformToken}`, 'content-type': 'text/csv' },
    agent: false,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject);
  });
  response.catch(() => {}); // Awaited below, perhaps after it failed.
  outgoing.write(csv.slice(0, csv.length / 2));
  await sleep(UPLOAD_MS);
  outgoing.end(csv.slice(csv.length / 2));
  const incoming = await response;
  const body = await text(incoming);
  const isJson = incoming.headers['content-type']?.startsWith('application/json');
  return { status: incoming.statusCode ?? 0, text: body, body: isJson ? JSON.parse(body) : undefined };
}

const STEPS = [question(1, { dry: {}, oily: {} })];
const toTabs = (number: number) => ({
  enabled: true,
  tabs: [{ key: 'ALL', name: `Edit ${number}`, select: { tags: ['number:yes'] } }],
});

/**
 * Shoppers, a shop's server, a shop system and a merchant, who do all that they do while the system is upgraded, and note each answer.
 * Clients repeat writes that failed, with the same key.
 */
export async function startUpgradeLoad(system: System, webhook: WebhookReceiver): Promise<UpgradeLoad> {
  const quiz = await createQuiz(system, 'upgrade', {
    steps: STEPS,
    resultPage: toTabs(0),
    company: { webhook: { url: webhook.url, secret: webhook.secret } },
  });
  const first = await quiz.call('POST', '/catalog/imports?wait=true', buildCsv(0), 'text/csv');
  expect([first.status, first.body?.state], first.text).toEqual([200, 'SUCCEEDED']);

  const samples: Sample[] = [];
  const created = new Map<string, string>();
  const submitted = new Map<string, string>();
  const events = new Set<string>();
  const lost: string[] = [];
  const changes: Record<'edits' | 'imports', Change[]> = { edits: [], imports: [] };
  const seen: Record<'edits' | 'imports', Seen[]> = { edits: [], imports: [] };
  let phase = 'start';
  let step = '';
  let stopped = false;

  /** One attempt: notes it, and never fails. */
  async function attempt(
    kind: Kind,
    request: () => Promise<Reply>,
    isGood = (answer: Reply) => answer.status === 200,
  ): Promise<Reply | undefined> {
    const startedAt = performance.now();
    const startedIn = phase;
    const answer = await Promise.race([request(), sleep(TIMEOUT_MS, undefined, { ref: false })]).catch(
      (error: Error) => error,
    );
    const ms = performance.now() - startedAt;
    const good = answer !== undefined && !(answer instanceof Error) && isGood(answer);
    const reason = good ? '' : answer instanceof Error ? answer.message : (answer?.text ?? 'no answer in time');
    const status = answer === undefined || answer instanceof Error ? 0 : answer.status;
    samples.push({
      kind,
      phase: startedIn,
      step,
      status: good ? 200 : status === 200 ? 299 : status,
      ms,
      text: reason,
    });
    return good ? (answer as Reply) : undefined;
  }
  /** Attempts until one succeeds, as clients do that need it. */
  async function persist(name: string, one: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    while (performance.now() < giveUpAt) {
      const answer = await one();
      if (answer) return answer;
      await sleep(PAUSE_MS);
    }
    lost.push(name);
    return undefined;
  }

  const recordId = async (name: string, to: Map<string, string>, one: () => Promise<Reply | undefined>) => {
    const answer = await persist(name, one);
    if (answer) to.set(name, answer.body.id);
  };
  const create = (key: string) =>
    recordId(key, created, () => attempt('create', () => quiz.create(picks({ 1: 'dry' }), { 'idempotency-key': key })));
  const submit = (key: string) =>
    recordId(key, submitted, () =>
      attempt('submit', () =>
        send(system.origin, '/api/analyses', {
          host: 'upgrade.localhost',
          headers: { 'idempotency-key': key },
          body: picks({ 1: 'oily' }),
        }),
      ),
    );
  await Promise.all([create('first'), submit('first')]);
  const warm = created.get('first') as string;
  const newest = () => [...created.values()].at(-1) as string;

  /** Each analysis in turn, so that no gateway has its match in memory. */
  const getTurn = (index: number) => [...created.values()][index % created.size] as string;
  const match = async (kind: 'coldMatch' | 'warmMatch', id: string, query: string) => {
    const startedAt = performance.now();
    const startedIn = phase;
    const answer = await attempt(kind, () => quiz.matches(id, query));
    if (!answer?.body.tabs) return;
    const edit = Number(/\d+/.exec(answer.body.tabs[0].name)?.[0]);
    const imported = (answer.body.matchedVariants as string[]).map((name) => /^import-(\d+)$/.exec(name)?.[1]);
    seen.edits.push({ number: edit, startedAt, phase: startedIn });
    seen.imports.push({ number: Math.max(...imported.map(Number)), startedAt, phase: startedIn });
  };
  const paced: Record<keyof typeof PER_SECOND, (index: number) => Promise<unknown>> = {
    read: () => attempt('read', () => quiz.read()),
    page: () => attempt('page', () => send(system.origin, '/', { host: 'upgrade.localhost' })),
    coldMatch: (index) => match('coldMatch', getTurn(index), '?resultPage=true&locale=en'),
    warmMatch: () => match('warmMatch', warm, '?resultPage=true'),
    create: (index) => create(`create-${index}`),
    submit: (index) => submit(`submit-${index}`),
    events: async () => {
      const ids = [randomUUID(), randomUUID()];
      const body = {
        analysisId: newest(),
        events: ids.map((id) => ({ id, type: 'IMPRESSION', variantId: 'V1', position: 0 })),
      };
      const post = () =>
        attempt(
          'events',
          () => send(system.origin, '/api/v1/events', { body }),
          ({ status }) => status === 202,
        );
      if (await persist('events', post)) for (const id of ids) events.add(id);
    },
  };
  const loads = Object.entries(paced).map(([kind, one]) =>
    pacedLoad(PER_SECOND[kind as keyof typeof PER_SECOND], async (index) => {
      await one(index);
    }),
  );

  /** Changes one after the other, each a number higher. */
  async function change(
    what: 'edits' | 'imports',
    everyMs: number,
    one: (number: number) => Promise<Reply | undefined>,
  ) {
    for (let number = 1; !stopped; number += 1) {
      const startedAt = performance.now();
      if (!(await persist(`${what} ${number}`, () => one(number)))) return;
      changes[what].push({ number, acknowledgedAt: performance.now() });
      await sleep(Math.max(0, startedAt + everyMs - performance.now()));
    }
  }
  const merchant = [
    change('edits', EDIT_EVERY_MS, (number) => attempt('edit', () => quiz.applyFunnel({ resultPage: toTabs(number) }))),
    change('imports', IMPORT_EVERY_MS, (number) =>
      attempt(
        'import',
        () => importSlowly(system, buildCsv(number)),
        ({ status, body }) => status === 200 && body.state === 'SUCCEEDED',
      ),
    ),
    (async () => {
      while (!stopped) {
        await attempt('check', () => quiz.call('POST', '/funnels/upgrade/check'));
        await sleep(CHECK_EVERY_MS);
      }
    })(),
  ];

  return {
    samples,
    created,
    submitted,
    events,
    lost,
    phase(name) {
      phase = name;
      step = '';
    },
    step(name) {
      step = name;
    },
    findLag(what, during) {
      const acknowledged = changes[what];
      let longest = 0;
      for (const one of seen[what].filter((match) => match.phase === during)) {
        // The first change that was acknowledged before the match, and that it does not show.
        const missing = acknowledged.find(({ number }) => number > one.number);
        if (missing) longest = Math.max(longest, one.startedAt - missing.acknowledgedAt);
      }
      return longest;
    },
    async stop() {
      stopped = true;
      await Promise.all(loads.map((load) => load.stop()));
      await Promise.all(merchant);
    },
  };
}
