import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { type RedisServer, startRedisServer } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import { packagedFace } from '../../support/packaged-face.js';
import { dataUrl, JPEG, png } from '../../support/pictures.js';
import {
  dumpDatabase,
  filesWith,
  foundIn,
  listEncodings,
  newMarker,
  type RedisWatch,
  watchRedis,
  withJpegComment,
  withPngText,
} from '../../support/planted-marker.js';
import { isReady, temporaryDirectory } from '../../support/processes.js';
import { builtIn, createQuiz, type Quiz } from '../../support/quiz.js';
import { type Cluster, startCluster } from '../../support/services.js';

const redis: RedisServer | undefined = await startRedisServer();

/**
 * Selfie bytes are never written: a marker planted in them is found nowhere afterwards, whatever became of the request.
 * docs/color-method.md A1.4, A5.5; docs/reliability.md R1.3. A second marker, sent where texts are kept, shows that each
 * search finds.
 */
describe.skipIf(redis === undefined)('a marker planted in a selfie', () => {
  const marker = newMarker();
  const control = newMarker();
  const temporary = temporaryDirectory();
  const written = new Set<string>();
  let cluster: Cluster;
  let watcher: FSWatcher;
  let commands: RedisWatch;
  let output = '';

  beforeAll(async () => {
    commands = await watchRedis(redis?.port as number);
    watcher = watch(temporary, { recursive: true }, (_event, name) => void written.add(String(name)));
    cluster = await startCluster({
      redisUrl: redis?.url as string,
      replicas: 1,
      environment: { TMPDIR: temporary, LOG_LEVEL: 'trace' },
    });
    await uploadEverything();
    await stopServices();
  });
  afterAll(async () => {
    watcher?.close();
    commands?.stop();
    await cluster?.stop();
    await redis?.stop();
  });

  /** Every way in which a picture can come, be refused, be ignored or meet a failure. */
  async function uploadEverything(): Promise<void> {
    const origin = cluster.gateways[0]?.origin as string;
    const system = { origin, platformToken: cluster.platformToken };
    const steps = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE', 'SELFIE', 'AGE'].map((type, id) =>
      builtIn(id + 1, type),
    );
    // Refused as an address of this machine, so that attempts fail and are logged.
    const webhook = { url: 'http://127.0.0.1:9/hook', secret: `whsec_${Buffer.alloc(32, 'x').toString('base64')}` };
    const quiz = await createQuiz(system, 'private', { steps, company: { webhook } });
    const strict = await createQuiz(system, 'strict', {
      steps,
      company: { settings: { selfie: { requireConsent: true } } },
    });

    const jpeg = dataUrl('jpeg', withJpegComment(JPEG, marker));
    const pngText = dataUrl('png', withPngText(png(80, 80), marker));
    const face = dataUrl('jpeg', withJpegComment(packagedFace(), marker));
    const answers = { hairColor: 'RED', source: control };
    const outcomes: [number, () => Promise<Answer>][] = [
      [200, () => quiz.create({ ...answers, selfie: jpeg })],
      [200, () => quiz.create({ ...answers, selfie: pngText })],
      [200, () => quiz.create({ ...answers, selfie: face })],
      [200, () => quiz.create({ ...answers, selfie: jpeg }, { 'idempotency-key': 'private-1' })],
      [200, () => quiz.create({ selfie: jpeg, ageRange: 'UNDER_16' })],
      [200, () => strict.create({ selfie: jpeg })],
      [200, () => strict.create({ selfie: jpeg, selfieConsent: true })],
      // Refused: damaged, declared as something else, no base64, no data URL, too large.
      [400, () => quiz.create({ selfie: dataUrl('jpeg', withJpegComment(JPEG, marker).subarray(0, -20)) })],
      [400, () => quiz.create({ selfie: dataUrl('png', withJpegComment(JPEG, marker)) })],
      [400, () => quiz.create({ selfie: `${jpeg}!` })],
      [400, () => quiz.create({ selfie: `data:image/svg+xml;base64,${Buffer.from(marker).toString('base64')}` })],
      [400, () => quiz.create({ selfie: marker })],
      [
        400,
        () =>
          quiz.create({
            selfie: dataUrl('jpeg', Buffer.concat([withJpegComment(JPEG, marker), Buffer.alloc(2 ** 21)])),
          }),
      ],
      // Not even read as an answer.
      [401, () => quiz.create({ selfie: jpeg }, { authorization: 'Bearer nothing' })],
      [404, () => quiz.create({ selfie: jpeg, funnelId: 'nowhere' })],
      [400, () => quiz.create({ selfie: jpeg, createdWithVersionId: 'never' })],
      [200, () => quiz.create({ selfie: [jpeg] })],
      [400, () => brokenJson(origin, jpeg, quiz)],
      // The funnel's own host, with its payload.
      [200, () => submit(origin, { ...answers, selfie: face })],
      [200, () => submit(origin, { ...answers, selfie: jpeg }, { 'idempotency-key': 'private-2' })],
      [200, () => submit(origin, { selfie: [jpeg] })],
      [400, () => submit(origin, { selfie: `${jpeg}!` })],
      [400, () => submit(origin, { selfie: dataUrl('png', withJpegComment(JPEG, marker)) })],
    ];
    await Promise.all(
      outcomes.map(async ([status, request]) => {
        const answer = await repeatWhileUnavailable(request);
        expect(answer.status, answer.text).toBe(status);
      }),
    );

    // The same again, and another picture under the same key.
    const createWithKey = (selfie: string) =>
      repeatWhileUnavailable(() => quiz.create({ ...answers, selfie }, { 'idempotency-key': 'private-1' }));
    expect((await createWithKey(jpeg)).status).toBe(200);
    expect((await createWithKey(pngText)).status).toBe(409);

    // The service dies with a picture in its hands.
    const dying = quiz.create({ selfie: jpeg });
    await cluster.analysis.stop('SIGKILL');
    output += cluster.analysis.output();
    expect([200, 503]).toContain((await dying).status);
    expect((await quiz.create({ selfie: jpeg })).status).toBe(503);
    cluster.restartAnalysis();
    await until('analysis-svc is back', () => isReady(origin));
    const later = await repeatWhileUnavailable(() => quiz.create({ ...answers, selfie: jpeg }));
    expect(later.status, later.text).toBe(200);
  }

  const submit = (origin: string, body: object, headers: Record<string, string> = {}) =>
    send(origin, '/api/analyses?include_webhook_payload=true', { host: 'private.localhost', headers, body });

  const brokenJson = (origin: string, jpeg: string, quiz: Quiz) =>
    send(origin, '/api/v1/analyses', {
      headers: { authorization: quiz.authorization },
      body: `{"funnelId":"${quiz.funnelId}","selfie":"${jpeg}"`,
    });

  /** Logs are complete when their writers have ended. */
  async function stopServices(): Promise<void> {
    const processes = [
      ...cluster.gateways.map(({ process }) => process),
      ...cluster.matchers,
      cluster.analysis,
      cluster.funnel,
      cluster.catalog,
    ];
    await Promise.all(processes.map((process) => process.stop()));
    output += processes.map((process) => process.output()).join('\n');
  }

  it('is in no row of any table; texts that are kept are', async () => {
    const { rows } = await dumpDatabase(cluster.databaseUrl);
    expect(foundIn(rows, control)).toContain(control);
    expect(foundIn(rows, marker)).toEqual([]);
  });

  it('is in no file of the database either, its write-ahead log included', async () => {
    const { files } = await dumpDatabase(cluster.databaseUrl);
    expect(filesWith(files, control)).not.toEqual([]);
    expect(filesWith(files, marker)).toEqual([]);
  });

  it('is in no temporary file: none is ever made', () => {
    expect([...written]).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is in no log line of any service, at the most talkative level', () => {
    expect(output.includes('"/svc.analysis.v1.AnalysisService/CreateAnalysis"'), 'calls are logged').toBe(true);
    expect(output.includes('selfie outcomes'), 'pictures were analyzed').toBe(true);
    expect(foundIn(output, marker)).toEqual([]);
  });

  it('is in no Redis command and no value', async () => {
    await commands.send('PING', control);
    await until('the watch sees commands', async () => foundIn(commands.seen(), control).length > 0);
    expect(foundIn(commands.seen(), marker)).toEqual([]);
    expect(foundIn(await commands.dump(), marker)).toEqual([]);
  });

  it('would be found in each form: as it is, in base64 at any offset, in hex', () => {
    for (const shift of ['', 'a', 'ab', 'abc'])
      expect(foundIn(Buffer.from(`${shift}${marker}zz`).toString('base64'), marker)).toHaveLength(1);
    expect(foundIn(Buffer.from(marker).toString('hex'), marker)).toHaveLength(1);
    expect(new Set(listEncodings(marker)).size).toBe(6);
  });
});
