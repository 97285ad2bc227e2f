import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { type RedisServer, startRedisServer } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGES, SERVICES } from '../../deploy/services.js';
import { type ComposedSystem, startComposed } from '../support/compose.js';
import { send, until } from '../support/http.js';
import { buildImageStore, type ImageStore } from '../support/images/image-store.js';
import { createMemoryGroup, type MemoryGroup } from '../support/images/memory-group.js';
import { findChild, runInImage, SECRETS_IN_IMAGE } from '../support/images/run-in-image.js';
import { PLATFORM_TOKEN } from '../support/platform-token.js';
import { root } from '../support/processes.js';
import { createQuiz, picks, question } from '../support/quiz.js';
import { temporaryDirectory } from '../support/system-directory.js';

/** Where nothing listens. */
const NO_DATABASE = 'postgres://svc:svc@127.0.0.1:9/svc';

// docs/operations.md "Images"
describe('the images', () => {
  let store: ImageStore;
  beforeAll(() => {
    store = buildImageStore();
  });
  afterAll(() => store?.remove());

  it('are the same when they are built again', () => {
    const again = buildImageStore();
    again.remove();
    expect([...again.ids.keys()].sort()).toEqual(IMAGES.map(({ name }) => name).sort());
    expect(again.ids).toEqual(store.ids);
  });

  it.each(IMAGES)('$name is not larger than its goal', ({ name, image }) => {
    const { unpacked, compressed } = store.measure(name);
    console.log(`${name}: ${unpacked.toFixed(0)} MB unpacked, ${compressed.toFixed(0)} MB compressed`);
    expect(unpacked).toBeLessThanOrEqual(image.maxMB.unpacked);
    expect(compressed).toBeLessThanOrEqual(image.maxMB.compressed);
  });

  it.each(SERVICES)(
    '$name checks its configuration without a network and without a file that it can write',
    async (service) => {
      const environment: Record<string, string> = service.database ? { DATABASE_URL: NO_DATABASE } : { PLATFORM_TOKEN };
      const checked = runInImage({
        name: service.name,
        root: store.mount(service.name),
        network: 'none',
        environment,
        command: ['check-config'],
      });
      expect(await checked.exited, checked.output()).toBe(0);
      expect(checked.output()).not.toContain(Object.values(environment)[0]);
    },
  );

  it.each(SERVICES)(
    '$name runs as PID 1 and user 65532 without rights, answers its probes, and ends with 0',
    async (service) => {
      const { name, database } = service;
      const root = store.mount(name);
      const startedAt = performance.now();
      const running = runInImage({
        name,
        root,
        network: 'none',
        environment: { METRICS_PORT: '9464', ...(database ? { DATABASE_URL: NO_DATABASE } : { PLATFORM_TOKEN }) },
      });
      const inside = (...command: string[]) =>
        spawnSync('nsenter', ['--target', String(findChild(running.child.pid)), ...command], { encoding: 'utf8' });
      const isLive = async () => inside('--net', process.execPath, '--eval', LIVE).status === 0;
      await until(`${name} answers its probe`, isLive);
      console.log(
        `${name}: answers its probe ${((performance.now() - startedAt) / 1000).toFixed(2)} s after its start`,
      );
      // The file that health checks of containers run. Only what has no database is ready here.
      const probe = inside('--net', '--root', '/usr/local/bin/node', '/app/probe.mjs', '9464');
      expect([probe.status, probe.stderr.trim()]).toEqual(database ? [1, 'Not ready: 503.'] : [0, '']);
      const status = inside('--pid', '--mount', '--root', '/usr/local/bin/node', '--print', STATUS);
      const [user, pid, capabilities, write] = status.stdout.trim().split(' ');
      expect({ user, pid, capabilities, write }, running.output() + status.stderr).toEqual({
        user: '65532',
        pid: '1',
        capabilities: '0000000000000000',
        write: 'EROFS',
      });
      expect(await running.stop(), running.output()).toBe(0);
    },
  );

  it('tools is the command line, which reads files of its caller', async () => {
    const root = store.mount('tools');
    const environment = { SVC_URL: 'http://127.0.0.1:9', PLATFORM_TOKEN };
    const run = (...command: string[]) =>
      runInImage({ name: 'tools', root, network: 'none', environment, command, start: TOOLS_START });
    const help = run('--help');
    expect(await help.exited, help.output()).toBe(0);
    expect(help.output()).toContain('apply');
    const apply = run('apply', '/etc/hostname', '--company', 'glow');
    expect(await apply.exited, apply.output()).not.toBe(0);
    expect(apply.output()).not.toMatch(/Cannot find|ERR_MODULE/);
    const verify = run('ops', 'verify');
    expect(await verify.exited, verify.output()).toBe(2);
    expect(verify.output()).toContain('DATABASE_URL');
  });

  describe('in the order of compose.yaml', () => {
    let redis: RedisServer | undefined;
    let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
    let system: ComposedSystem;
    let startedAt: number;
    const groups = new Map<string, MemoryGroup>();

    beforeAll(async () => {
      redis = await startRedisServer();
      const directory = temporaryDirectory();
      const log = createLogger({ name: 'e2e', level: 'silent' });
      postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'database'), log, durable: false });
      const secrets = join(directory, 'secrets');
      mkdirSync(secrets);
      const contents = {
        database_url: postgres.url,
        platform_token: PLATFORM_TOKEN,
        encryption_key: Buffer.alloc(32, 7).toString('base64'),
      };
      for (const [name, value] of Object.entries(contents)) writeFileSync(join(secrets, name), `${value}\n`);
      startedAt = Date.now();
      system = await startComposed({
        folder: SECRETS_IN_IMAGE,
        hosts: { redis: `127.0.0.1:${redis?.port}` },
        environment: { LOG_LEVEL: 'warn' },
        runProgram: (name, environment, command, { memoryMiB, hasDisk }) => {
          const process = `${name}-${groups.size + 1}`;
          const memory = createMemoryGroup(process, memoryMiB);
          groups.set(process, memory);
          const temporary = hasDisk ? join(directory, process) : undefined;
          if (temporary) {
            mkdirSync(temporary);
            chmodSync(temporary, statSync(join(store.mount(name), 'tmp')).mode); // As engines do for a new volume.
          }
          return runInImage({
            name,
            root: store.mount(name),
            network: 'host',
            environment,
            command,
            secrets,
            memory,
            temporary,
          });
        },
      });
    });
    afterAll(async () => {
      await system?.stop();
      for (const group of groups.values()) group.remove();
      await postgres?.stop();
      await redis?.stop();
    });

    it('create an analysis and match it within three minutes of an empty database', async () => {
      const quiz = await createQuiz({ origin: system.origin, platformToken: PLATFORM_TOKEN }, 'images', {
        steps: [question(1, { a: {}, b: {} })],
      });
      const { status, body } = await quiz.create(picks({ 1: 'a' }));
      expect(status).toBe(200);
      expect((await quiz.matches(body.id)).status).toBe(200);
      console.log(`From an empty database to the first match: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
      expect(Date.now() - startedAt).toBeLessThan(180_000);
    });

    it('serve the pages', async () => {
      const host = (name: string) => ({ headers: { host: name, 'x-forwarded-for': '203.0.113.7' } });
      expect((await send(system.origin, '/', host('dashboard.localhost:8080'))).status).toBe(200);
      expect((await send(system.origin, '/readyz')).status).toBe(200);
    });

    it('have memory and room on disk for the largest documents that they accept', async () => {
      const put = async (handle: string, body: string | object, type = 'application/json') => {
        const { status, text } = await send(system.origin, `/api/admin/v1/companies/${handle}/blueprint`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': type },
          body,
        });
        expect(status, text.slice(0, 1_000)).toBe(200);
      };
      await put('linden-lune', readFileSync(join(root, 'demo/company.yaml'), 'utf8'), 'application/yaml');
      const imported = await send(system.origin, '/api/admin/v1/companies/linden-lune/catalog/imports?wait=true', {
        method: 'POST',
        headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'text/csv' },
        body: readFileSync(join(root, 'demo/catalog.csv')),
      });
      expect(imported.body).toMatchObject({ state: 'SUCCEEDED' });
      await put('images-many', { name: 'Many', catalog: createCatalog() });
      await put('images-many', { name: 'Many', tagging: { variants: createTagging() } });
      const killed = [...groups].filter(([, group]) => group.countKilled() > 0).map(([name]) => name);
      expect(killed).toEqual([]);
      console.log([...groups].map(([name, group]) => `${name}: ${group.measurePeak().toFixed(0)} MiB`).join(', '));
    });

    it('end with code 0 when they are stopped', async () => {
      expect(await Promise.all(system.processes.map((process) => process.stop()))).toEqual(
        system.processes.map(() => 0),
      );
    });
  });
});

const createTags = (n: number, count: number): string[] =>
  Array.from({ length: count }, (_, tag) => `property${tag}:value-${(n * 7 + tag) % 40}`);

/** The most that a blueprint may have. */
const MAX_BLUEPRINT_VARIANTS = 50_000;

/** The largest catalog of a blueprint. */
const createCatalog = () => ({
  products: Array.from({ length: MAX_BLUEPRINT_VARIANTS / 4 }, (_, product) => ({
    shopSystemId: `P${product}`,
    name: `Product ${product}`,
    variants: Array.from({ length: 4 }, (_, variant) => ({
      shopSystemId: `V${product * 4 + variant}`,
      name: `Product ${product}, shade ${variant}`,
      tags: createTags(product, 8),
    })),
  })),
});

/** Some 20 MB. */
const createTagging = () =>
  Object.fromEntries(Array.from({ length: 200_000 }, (_, variant) => [`V${variant}`, createTags(variant, 4)]));

/** As `deploy/images/Containerfile.tools` says. */
const TOOLS_START = { folder: '/tmp', module: '/app/tools/dist/svc.js' };

/** Waits until the program answers, at most 10 s: a process for each attempt would take longer than the start itself. */
const LIVE = `
const end = performance.now() + 10_000;
const attempt = () => fetch('http://127.0.0.1:9464/livez').then(({ ok }) => ok, () => false).then((isLive) => {
  if (isLive || performance.now() > end) process.exit(isLive ? 0 : 1);
  setTimeout(attempt, 10);
});
attempt();`;

/** Prints user, PID, effective capabilities of PID 1, and why its program cannot be changed. */
const STATUS = `
const read = (name) => fs.readFileSync('/proc/1/status', 'utf8').match(new RegExp(name + ':\\\\s+(\\\\w+)'))[1];
let write = 'possible';
try { fs.writeFileSync('/app/x', '') } catch (error) { write = error.code }
[read('Uid'), read('Pid'), read('CapEff'), write].join(' ')
`;
