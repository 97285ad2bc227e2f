import { json, ServiceError, sha256 } from '@svc/kit';
import type { CreateAnalysisRequest } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimKey, type KeyScope } from './db/idempotency-keys.js';
import { jpeg } from './testing/pictures.js';
import { apiKey, create, startService, submission, type TestService } from './testing/start-service.js';
import { completeAnswers, version } from './testing/steps.js';
import { fingerprint } from './usecases/fingerprint.js';

let service: TestService;
let other: TestService['client'];
beforeAll(async () => {
  service = await startService();
  other = (await service.startReplica()).client;
});
afterAll(() => service.stop());

type Client = TestService['client'];
type Outcome = { body: string; replayed: boolean } | { code: string; retryAfterS?: number | undefined };

/** The outcome of one create as a value. */
async function attempt(client: Client, request: CreateAnalysisRequest): Promise<Outcome> {
  try {
    const { body, replayed } = await client.createAnalysis(request);
    return { body: body.toString(), replayed };
  } catch (error) {
    const { code, retryAfterS } = error as { code: string; retryAfterS?: number };
    return { code, retryAfterS };
  }
}

const toScope = (key: string): KeyScope => ({
  companyId: 'company-1',
  route: 'POST /api/v1/analyses',
  keyHash: sha256(key),
});
const record = (key: string) =>
  service
    .db('idempotency_keys')
    .where({ key_hash: sha256(key) })
    .first();
const loadAnalyses = (key: string) => service.db('analyses').where({ idempotency_key_hash: sha256(key) });
const endLease = (key: string) =>
  service
    .db('idempotency_keys')
    .where({ key_hash: sha256(key) })
    .update({ lease_until: service.db.raw("now() - interval '1 second'") });

describe('Idempotency-Key: docs/contract.md C10', () => {
  it('without a key every call creates a new analysis (C1.3, C10.1)', async () => {
    const [a, b] = [await create(service.client, submission()), await create(service.client, submission())];
    expect(a.id).not.toBe(b.id);
  });

  it('same key, same body: the first response is replayed byte for byte (C10.3)', async () => {
    const request = submission({ idempotencyKey: 'replay', body: { hairColor: 'RED' } });
    const first = await service.client.createAnalysis(request);
    const again = await other.createAnalysis(request);
    expect(first.replayed).toBe(false);
    expect(again.replayed).toBe(true);
    expect(again.body.equals(first.body)).toBe(true);
    expect(json.decode(again.body)).toHaveProperty('payload_warnings');
    expect(await loadAnalyses('replay')).toHaveLength(1);
  });

  it('fields ignored by the gateway count as part of the body through their digest, and their warnings are replayed', async () => {
    const sent = (digest: string) => ({
      ...submission({ idempotencyKey: 'ignored' }),
      ignored: { warnings: ['shoeSize is not a known field and was ignored.'], digest: sha256(digest) },
    });
    const first = await service.client.createAnalysis(sent('a'));
    expect(json.decode(first.body)).toMatchObject({ payload_warnings: sent('a').ignored.warnings });
    expect(await attempt(other, sent('a'))).toEqual({ body: first.body.toString(), replayed: true });
    for (const changed of [sent('b'), submission({ idempotencyKey: 'ignored' })]) {
      expect(await attempt(other, changed)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
  });

  it('docs/contract.md C10.9: a request that waits for nothing but its storage holds no claim', async () => {
    await create(service.client, submission());
    const { id } = await create(service.client, submission({ idempotencyKey: 'unclaimed' }));
    const { state, analysis_id, lease_until, created_at } = await record('unclaimed');
    expect({ state, analysis_id, lease_until }).toEqual({ state: 'done', analysis_id: id, lease_until: created_at });
  });

  it('same key, other body: IDEMPOTENCY_CONFLICT, both after and during the first request (C10.4)', async () => {
    await service.client.createAnalysis(submission({ idempotencyKey: 'conflict' }));
    const changed = submission({ idempotencyKey: 'conflict', body: { ...completeAnswers, hairColor: 'BLACK' } });
    expect(await attempt(other, changed)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });

    await claimKey(service.db, toScope('conflict-running'), sha256('some other body'));
    const running = submission({ idempotencyKey: 'conflict-running' });
    expect(await attempt(other, running)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  it('same key while the first call runs: REQUEST_IN_PROGRESS with Retry-After 2 (C10.5)', async () => {
    const request = submission({ idempotencyKey: 'running' });
    await claimKey(service.db, toScope('running'), fingerprint(json.decode(request.bodyJson), undefined));
    expect(await attempt(other, request)).toEqual({ code: 'REQUEST_IN_PROGRESS', retryAfterS: 2 });
  });

  it('docs/reliability.md R1.1, R0.2: 300 keys × 8 simultaneous duplicates on two replicas make exactly 300 analyses and no 5xx', async () => {
    const keys = Array.from({ length: 300 }, (_, index) => `burst-${index}`);
    const bodies = new Map<string, Set<string>>();
    const codes = new Set<string>();
    // 20 keys at a time, so that the duplicates of a key overlap.
    for (let at = 0; at < keys.length; at += 20) {
      const requests = keys.slice(at, at + 20).flatMap((key) => Array.from({ length: 8 }, () => key));
      await Promise.all(
        requests.map(async (key, index) => {
          const client = index % 2 === 0 ? service.client : other;
          const outcome = await attempt(client, submission({ idempotencyKey: key }));
          if ('code' in outcome) codes.add(`${outcome.code} ${outcome.retryAfterS}`);
          else bodies.set(key, (bodies.get(key) ?? new Set()).add(outcome.body));
        }),
      );
    }
    expect(bodies.size).toBe(300);
    expect([...bodies.values()].every((set) => set.size === 1)).toBe(true);
    expect([...codes].filter((code) => code !== 'REQUEST_IN_PROGRESS 2')).toEqual([]);
    const hashes = keys.map((key) => sha256(key));
    expect(await service.db('analyses').whereIn('idempotency_key_hash', hashes)).toHaveLength(300);
    expect(await service.db('idempotency_keys').whereIn('key_hash', hashes).where({ state: 'done' })).toHaveLength(300);
  });

  it('docs/reliability.md R1.5: the scope is the company, not the API key: after a rotation the retry replays (C10.2)', async () => {
    const rotated = apiKey(service.funnel, 'rotated key', 'company-1');
    const first = await create(service.client, submission({ idempotencyKey: 'rotation' }));
    service.funnel.companies.delete(sha256('key').toString('hex'));
    const again = await create(service.client, submission({ idempotencyKey: 'rotation', apiKeyHash: rotated }));
    apiKey(service.funnel, 'key', 'company-1');
    expect(again).toEqual({ ...first, replayed: true });
  });

  it('another company may use the same key (C10.2; docs/reliability.md R9.1)', async () => {
    const foreign = apiKey(service.funnel, 'foreign key', 'company-9');
    const own = await create(service.client, submission({ idempotencyKey: 'shared' }));
    const theirs = await create(service.client, submission({ idempotencyKey: 'shared', apiKeyHash: foreign }));
    expect(theirs.replayed).toBe(false);
    expect(theirs.id).not.toBe(own.id);
  });

  it('docs/reliability.md R1.4: a request that failed leaves no record, so that a corrected body may reuse the key (C10.7)', async () => {
    const picture = await jpeg();
    const failing = submission({
      idempotencyKey: 'corrected',
      selfie: { data: picture.subarray(0, 700), declaredType: 'jpeg' },
    });
    expect(await attempt(service.client, failing)).toMatchObject({ code: 'INVALID_SELFIE' });
    expect(await record('corrected')).toBeUndefined();
    const corrected = { ...failing, selfie: { data: picture, declaredType: 'jpeg' } };
    expect(await attempt(service.client, corrected)).toMatchObject({ replayed: false });
  });

  it('a retry is replayed even if its draft version was replaced in the meantime', async () => {
    const request = submission({ idempotencyKey: 'draft', createdWithVersionId: 'draft-1' });
    const first = await create(service.client, request);
    const { resolve } = service.funnel;
    service.funnel.resolve = ({ versionId }) => {
      if (versionId === 'draft-1') throw new ServiceError('VERSION_NOT_FOUND', 'No such version.');
      return {};
    };
    expect(await create(service.client, request)).toEqual({ ...first, replayed: true });
    expect(await attempt(service.client, { ...request, idempotencyKey: 'never used' })).toMatchObject({
      code: 'VERSION_NOT_FOUND',
    });
    service.funnel.resolve = resolve;
  });

  it('docs/reliability.md R1.3: a record has at most 8 KiB, even if every answer is invalid', async () => {
    const body = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`unknown_field_${index}`, index]));
    const selectionValues = Array.from({ length: 500 }, (_, index) => ({ stepId: 1_000 + index, selectedKey: 'x' }));
    await create(service.client, submission({ idempotencyKey: 'large', body: { ...body, selectionValues } }));
    expect((await record('large')).response.length).toBeLessThan(8 * 1024);
  });
});

describe('crashes: docs/reliability.md R1.1, R1.2', () => {
  it('after a crash between claim and record, the same request runs again when the lease ends: one analysis per key (C10.9)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = `crash-${round}`;
      const request = submission({ idempotencyKey: key });
      // A process that claimed the key and died.
      await claimKey(service.db, toScope(key), fingerprint(json.decode(request.bodyJson), undefined));
      expect(await attempt(service.client, request)).toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
      await endLease(key);
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, index) => attempt(index % 2 ? service.client : other, request)),
      );
      expect(outcomes.some((outcome) => 'body' in outcome && !outcome.replayed)).toBe(true);
      expect(await loadAnalyses(key)).toHaveLength(1);
    }
  });

  it('a lease is 15 seconds (C10.9)', async () => {
    await claimKey(service.db, toScope('lease'), sha256('body'));
    const { rows } = await service.db.raw(
      'select extract(epoch from lease_until - created_at)::int as seconds from idempotency_keys where key_hash = ?',
      [sha256('lease')],
    );
    expect(rows[0].seconds).toBe(15);
  });

  it('an expired lease can only be taken over with the same body: a key never belongs to two bodies', async () => {
    await claimKey(service.db, toScope('crash-other'), sha256('some other body'));
    await endLease('crash-other');
    expect(await attempt(other, submission({ idempotencyKey: 'crash-other' }))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('a request that lost its claim stores nothing and returns the stored response (C10.9)', async () => {
    service.funnel.versions.set('version-late', version({ id: 'version-late' }));
    service.funnel.resolve = () => ({ versionId: 'version-late' });
    let held = (): void => {};
    let free = (): void => {};
    const reached = new Promise<void>((resolve) => {
      held = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      free = resolve;
    });
    service.funnel.beforeVersion = async () => {
      held();
      service.funnel.beforeVersion = async () => {};
      await gate;
    };
    const request = submission({ idempotencyKey: 'late' });
    const original = attempt(service.client, request);
    await reached;
    await endLease('late');
    const takeover = await attempt(other, request);
    free();
    expect(takeover).toMatchObject({ replayed: false });
    expect(await original).toEqual({ ...takeover, replayed: true });
    expect(await loadAnalyses('late')).toHaveLength(1);
    service.funnel.resolve = () => ({});
  });

  it('a request that lost its claim to a running one fails with REQUEST_IN_PROGRESS and stores nothing', async () => {
    const request = submission({ idempotencyKey: 'overtaken' });
    service.funnel.versions.set('version-overtaken', version({ id: 'version-overtaken' }));
    service.funnel.resolve = () => ({ versionId: 'version-overtaken' });
    service.funnel.beforeVersion = async () => {
      await endLease('overtaken');
      await claimKey(service.db, toScope('overtaken'), fingerprint(json.decode(request.bodyJson), undefined));
    };
    expect(await attempt(service.client, request)).toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
    service.funnel.beforeVersion = async () => {};
    service.funnel.resolve = () => ({});
    expect(await loadAnalyses('overtaken')).toHaveLength(0);
    expect(await record('overtaken')).toMatchObject({ state: 'running' });
  });
});

describe('the digest: docs/reliability.md R1.3', () => {
  it('reordered keys are the same body (C10.6)', async () => {
    const { hairColor, eyeColor, ...rest } = completeAnswers;
    const first = await create(
      service.client,
      submission({ idempotencyKey: 'order', body: { hairColor, eyeColor, ...rest } }),
    );
    const again = await create(
      service.client,
      submission({ idempotencyKey: 'order', body: { ...rest, eyeColor, hairColor } }),
    );
    expect(again).toEqual({ ...first, replayed: true });
  });

  it('a selfie with one changed byte is another body, and so is a missing selfie (C10.6)', async () => {
    const picture = Buffer.concat([await jpeg(), Buffer.from('a')]);
    const changed = Buffer.from(picture);
    changed[changed.length - 1] = 0x62;
    const key = { idempotencyKey: 'selfie-digest' };
    const withPicture = (data: Buffer) => submission({ ...key, selfie: { data, declaredType: 'jpeg' } });
    const first = await attempt(service.client, withPicture(picture));
    expect(first).toMatchObject({ replayed: false });
    expect(await attempt(other, withPicture(picture))).toEqual({ ...first, replayed: true });
    expect(await attempt(other, withPicture(changed))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await attempt(other, submission(key))).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});
