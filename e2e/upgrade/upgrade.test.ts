import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/http.js';
import { buildRelease, findPreviousRelease, getOwnRelease, type Release } from '../support/upgrade/release.js';
import { type RollingSystem, startRollingSystem } from '../support/upgrade/rolling-system.js';
import { type Kind, startUpgradeLoad, type UpgradeLoad } from '../support/upgrade/upgrade-load.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const UNDISTURBED_MS = 30_000;
const MAX_LAG_MS = 2_000;
/** Of the slowest hundredth of an undisturbed system. */
const MAX_SLOWDOWN = 3;
/** A job of a process that was killed is taken over after its lease. */
const DELIVERED_WITHIN_MS = 120_000;

const READS: Kind[] = ['read', 'page', 'coldMatch', 'warmMatch'];

// docs/operations.md "Upgrade test"
describe('an upgrade under load, and the way back', () => {
  let before: Release;
  let after: Release;
  let webhook: WebhookReceiver;
  let system: RollingSystem;
  let load: UpgradeLoad;
  const phases: string[] = [];
  /** Longest wait of this process in each phase: what a busy machine adds to any figure. */
  const delays = new Map<string, number>();

  beforeAll(async () => {
    before = buildRelease(findPreviousRelease());
    after = getOwnRelease();
    webhook = await startWebhookReceiver();
    system = await startRollingSystem(before, (step) => load?.step(step));
    load = await startUpgradeLoad(system, webhook);
    const during = async (name: string, work: () => Promise<unknown>) => {
      phases.push(name);
      load.phase(name);
      const startedAt = performance.now();
      const delay = monitorEventLoopDelay();
      delay.enable();
      await work();
      delays.set(name, delay.max / 1e6);
      console.log(`${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    };
    await sleep(5_000);
    await during('undisturbed', () => sleep(UNDISTURBED_MS));
    const all = [...new Set(load.samples.map(({ kind }) => kind))];
    expect(
      failures('undisturbed', all),
      'This machine is too busy: requests fail before anything is replaced.',
    ).toEqual([]);
    await during('migrations', () => system.migrate(after));
    await during('upgrade', () => system.roll(after, 'services first'));
    await during('kill -9 of each', () => system.killEach(after));
    await during('back', () => system.roll(before, 'gateways first'));
    await during('kill -9 of each, gone back', () => system.killEach(before));
    await load.stop();
    report();
  });
  afterAll(async () => {
    await load?.stop();
    await system?.stop();
    await webhook?.stop();
  });

  const select = (phase: string, kinds: Kind[]) =>
    load.samples.filter((sample) => sample.phase === phase && kinds.includes(sample.kind));
  const p99 = (phase: string, kinds: Kind[]) => {
    const times = select(phase, kinds).map(({ ms }) => ms);
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)] as number;
  };
  const failures = (phase: string, kinds: Kind[]) =>
    select(phase, kinds)
      .filter(({ status }) => status !== 200)
      .map(
        ({ kind, step, status, ms, text }) =>
          `${step}: ${kind} ${status} after ${Math.round(ms)} ms: ${text.slice(0, 60)}`,
      );

  /** Figures for docs/operations.md. */
  function report() {
    console.log(`from ${before.name} to ${after.name}`);
    for (const phase of phases) {
      const kinds = [...new Set(load.samples.map(({ kind }) => kind))].sort();
      const counts = kinds.map((kind) => {
        const failed = failures(phase, [kind]).length;
        return `${kind} ${select(phase, [kind]).length}${failed ? ` (${failed} failed)` : ''}`;
      });
      const waited = Math.round(delays.get(phase) ?? 0);
      const lags = (['edits', 'imports'] as const).map((what) => `${what} ${Math.round(load.findLag(what, phase))} ms`);
      console.log(
        `${phase}: ${counts.join(', ')}; p99 of reads and matches ${p99(phase, READS)?.toFixed(1)} ms; lag of ${lags.join(', ')}; the test itself waited for a processor for ${waited} ms`,
      );
      const reasons = failures(phase, [...kinds]).map((one) => one.replace(/ after \d+ ms/, ''));
      for (const reason of new Set(reasons)) {
        console.log(`  ${reasons.filter((one) => one === reason).length} × ${reason}`);
      }
    }
  }

  it('fails no read and no match', () => {
    for (const phase of phases) expect(failures(phase, READS), phase).toEqual([]);
  });

  it('stores each create once', async () => {
    expect(load.lost).toEqual([]);
    const database = new pg.Client({ connectionString: system.databaseUrl });
    await database.connect();
    const analyses = await database.query('select id from analysis.analyses order by id');
    const events = await database.query('select event_id from matcher.interaction_events order by event_id');
    await database.end();
    const acknowledged = [...load.created.values(), ...load.submitted.values()].sort();
    expect(analyses.rows.map(({ id }) => id).sort()).toEqual(acknowledged);
    expect(events.rows.map(({ event_id }) => event_id).sort()).toEqual([...load.events].sort());
  });

  it('delivers each submission to the webhook', async () => {
    const isDelivered = () => {
      const received = new Set(webhook.received.map(({ body }) => body.analysis_id));
      return [...load.submitted.values()].every((id) => received.has(id));
    };
    await until('all are delivered', async () => isDelivered(), DELIVERED_WITHIN_MS);
  });

  it('shows each change in matches within two seconds', () => {
    for (const phase of phases) {
      for (const what of ['edits', 'imports'] as const) {
        expect(load.findLag(what, phase), `${what}, ${phase}`).toBeLessThanOrEqual(MAX_LAG_MS);
      }
    }
  });

  it('keeps the slowest hundredth of reads and matches within three times that of an undisturbed system', () => {
    for (const phase of phases) {
      expect(p99(phase, READS), phase).toBeLessThanOrEqual(MAX_SLOWDOWN * p99('undisturbed', READS));
    }
  });
});
