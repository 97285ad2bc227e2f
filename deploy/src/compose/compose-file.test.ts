import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVICES } from '../../services.ts';
import { createGeneratedFiles } from '../generated-files.ts';
import { readEnvironment } from '../table/read-environment.ts';
import { readFromHost } from './container.ts';

interface Container {
  image: string;
  user?: string;
  read_only?: boolean;
  ports?: string[];
  environment: Record<string, string>;
  secrets?: string[];
  networks: string[];
  profiles?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
}

const FOLDER = fileURLToPath(new URL('../../compose/', import.meta.url));
const text = (await createGeneratedFiles()).get('compose/compose.yaml') ?? '';
const file = parse(text) as { services: Record<string, Container>; secrets: Record<string, { file: string }> };
const container = (name: string) => file.services[name] as Container;
/** Names of the containers of a profile; without one, of those that always run. */
const listContainers = (profile?: string): string[] =>
  Object.entries(file.services)
    .filter(([, { profiles = [] }]) => (profile === undefined ? profiles.length === 0 : profiles.includes(profile)))
    .map(([name]) => name);

// docs/operations.md "Compose"
describe('compose.yaml', () => {
  it('has PostgreSQL, Redis, an ingress, every program and a migration of each schema, and two matchers', () => {
    const programs = SERVICES.map(({ name }) => name);
    const migrations = SERVICES.filter(({ database }) => database).map(({ name }) => `migrate-${name}`);
    expect(listContainers().sort()).toEqual(['postgres', 'redis', 'ingress', ...programs, ...migrations].sort());
    expect(container('matcher-svc').deploy?.replicas).toBe(2);
  });

  it('publishes the port of the ingress, and no other', () => {
    const published = (profile?: string) => listContainers(profile).filter((name) => container(name).ports);
    expect(published()).toEqual(['ingress']);
    expect(published('tls')).toEqual(['ingress-tls']);
    expect(published('obs').map((name) => container(name).ports)).toEqual([
      [`127.0.0.1:${readFromHost('GRAFANA_PORT', '3000')}:3000`],
    ]);
  });

  it.each(SERVICES)(
    '$name runs without rights, on a file system that it cannot write, and reaches no more than it needs',
    (service) => {
      for (const name of [service.name, ...(service.database ? [`migrate-${service.name}`] : [])]) {
        expect(container(name)).toMatchObject({
          user: '65532:65532',
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        });
      }
      expect(container(service.name).networks.includes('internet')).toBe(service.internet);
    },
  );

  it.each(SERVICES)(
    '$name: each variable is one that it reads, with a value that it takes',
    async ({ name, database }) => {
      const spec = await readEnvironment(name);
      for (const [variable, value] of Object.entries(container(name).environment)) {
        const read = spec[variable.replace(/_FILE$/, '')];
        expect(read, variable).toBeDefined();
        const [, fallback = value] = /^\$\{\w+:-(.*)\}$/.exec(value) ?? [];
        // Empty: unset.
        if (fallback === '') expect(read?.fallback, variable).toBeDefined();
        else if (!variable.endsWith('_FILE')) expect(() => read?.parse(fallback), variable).not.toThrow();
        else expect(read?.isSecret, variable).toBe(true);
      }
      if (database)
        expect(container(`migrate-${name}`).environment).toEqual({ DATABASE_URL_FILE: '/run/secrets/database_url' });
    },
  );

  it('a container that reads a secret has it, and every secret is declared', () => {
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(file.services)) {
      const read = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(new Set(read.map((path) => path.replace('/run/secrets/', ''))), name).toEqual(new Set(secrets));
      for (const secret of secrets) expect(file.secrets).toHaveProperty(secret);
    }
  });

  it('has a profile that observes, and one that ends TLS', () => {
    expect(listContainers('obs')).toEqual(['collector', 'prometheus', 'tempo', 'loki', 'grafana']);
    expect(listContainers('tls')).toEqual(['ingress-tls']);
    for (const name of [...listContainers('obs'), 'ingress-tls']) {
      expect(container(name), name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('mounts files that exist', () => {
    const mounted = Object.values(file.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => volume.slice(0, volume.indexOf(':')));
    expect(mounted.filter((path) => !existsSync(join(FOLDER, path)))).toEqual([]);
  });

  it('names each image of another project by a variable, for a digest', () => {
    const others = Object.values(file.services).filter(({ image }) => !image.includes('IMAGE_PREFIX'));
    expect(others.length).toBeGreaterThan(3);
    for (const { image } of others) expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[a-z/-]+:v?[\d.]+\}$/);
  });

  it('a service starts after its migration, so that no request meets an older schema', () => {
    for (const { name } of SERVICES.filter(({ database }) => database)) {
      expect(container(name).depends_on?.[`migrate-${name}`]).toEqual({ condition: 'service_completed_successfully' });
      expect(container(name).environment.MIGRATE).toBe('false');
    }
  });
});

const hasCompose = spawnSync('docker-compose', ['version']).status === 0;

it('pin-images.sh prints a variable with the digest of each image of another project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-engine-'));
  const engine = join(folder, 'engine');
  // Stands for docker: `pull --quiet IMAGE` and `image inspect --format … IMAGE`.
  writeFileSync(engine, '#!/bin/sh\nfor image; do :; done\necho "$image@sha256:1"\n', { mode: 0o755 });
  const { stdout, stderr } = spawnSync(join(FOLDER, 'pin-images.sh'), {
    env: { PATH: process.env.PATH, ENGINE: engine },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const tags = [...text.matchAll(/\$\{([A-Z]+_IMAGE):-([^}]*)\}/g)].map(([, name, tag]) => `${name}=${tag}@sha256:1`);
  expect([stderr, stdout.trim().split('\n')]).toEqual(['', [...new Set(tags)].sort()]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.skipIf(!hasPromtool && process.env.CI === undefined)('promtool accepts the settings of Prometheus', () => {
  // The path of the rules is that of the container.
  const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'));
  copyFileSync(join(FOLDER, 'observability/prometheus.yaml'), join(folder, 'prometheus.yaml'));
  copyFileSync(join(FOLDER, '../observability/alerts.yaml'), join(folder, 'alerts.yaml'));
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync('promtool', ['check', 'config', 'prometheus.yaml'], options);
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

describe.skipIf(!hasCompose && process.env.CI === undefined)('docker-compose', () => {
  const home = mkdtempSync(join(tmpdir(), 'svc-compose-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each(['', 'obs', 'tls', 'obs tls'])('accepts the file with the profiles %j', (profiles) => {
    const selected = profiles.split(' ').flatMap((profile) => (profile === '' ? [] : ['--profile', profile]));
    const { status, stderr } = spawnSync(
      'docker-compose',
      [...selected, '--file', join(FOLDER, 'compose.yaml'), 'config', '--quiet'],
      {
        env: { PATH: process.env.PATH, HOME: home },
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});
