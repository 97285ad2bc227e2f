import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SERVICES } from '../../services.ts';
import { createGeneratedFiles } from '../generated-files.ts';
import { readEnvironment } from '../table/read-environment.ts';

interface Container {
  image: string;
  user?: string;
  read_only?: boolean;
  ports?: string[];
  environment: Record<string, string>;
  secrets?: string[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas: number };
}

const FOLDER = fileURLToPath(new URL('../../compose/', import.meta.url));
const text = (await createGeneratedFiles()).get('compose/compose.yaml') ?? '';
const file = parse(text) as { services: Record<string, Container>; secrets: Record<string, { file: string }> };
const container = (name: string) => file.services[name] as Container;

// docs/operations.md "Compose"
describe('compose.yaml', () => {
  it('has PostgreSQL, Redis, an ingress, every program and a migration of each schema, and two matchers', () => {
    const programs = SERVICES.map(({ name }) => name);
    const migrations = SERVICES.filter(({ database }) => database).map(({ name }) => `migrate-${name}`);
    expect(Object.keys(file.services).sort()).toEqual(
      ['postgres', 'redis', 'ingress', ...programs, ...migrations].sort(),
    );
    expect(container('matcher-svc').deploy?.replicas).toBe(2);
  });

  it('publishes the port of the ingress, and no other', () => {
    const published = Object.entries(file.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['ingress']);
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
        if (!variable.endsWith('_FILE')) expect(() => read?.parse(fallback), variable).not.toThrow();
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

  it('a service starts after its migration, so that no request meets an older schema', () => {
    for (const { name } of SERVICES.filter(({ database }) => database)) {
      expect(container(name).depends_on?.[`migrate-${name}`]).toEqual({ condition: 'service_completed_successfully' });
      expect(container(name).environment.MIGRATE).toBe('false');
    }
  });
});

const hasCompose = spawnSync('docker-compose', ['version']).status === 0;

describe.skipIf(!hasCompose && process.env.CI === undefined)('docker-compose', () => {
  const home = mkdtempSync(join(tmpdir(), 'svc-compose-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('accepts the file', () => {
    const { status, stderr } = spawnSync(
      'docker-compose',
      ['--file', join(FOLDER, 'compose.yaml'), 'config', '--quiet'],
      {
        env: { PATH: process.env.PATH, HOME: home },
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([0, '']);
  });
});
