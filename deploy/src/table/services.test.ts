import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GRPC_PORTS } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { getProgram } from '../../../tools/program.mjs';
import manifest from '../../package.json' with { type: 'json' };
import { SERVICES } from '../../services.ts';
import { readEnvironment, toAddressVariable } from './read-environment.ts';

const apps = fileURLToPath(new URL('../../../apps/', import.meta.url));

// docs/operations.md "One table of services"
describe('the table of services', () => {
  it('has a row for the gateway and for each gRPC service, and no other', () => {
    expect(SERVICES.map(({ name }) => name).sort()).toEqual(['gateway', ...Object.keys(GRPC_PORTS)].sort());
    // What the gateway serves to browsers.
    const pages = ['dashboard', 'questionnaire'];
    expect(readdirSync(apps).filter((name) => !pages.includes(name))).toEqual(SERVICES.map(({ name }) => name).sort());
  });

  it.each(SERVICES)('$name: its peers are those that its variables name', async ({ name, peers }) => {
    const addresses = Object.keys(await readEnvironment(name)).filter((variable) => variable.endsWith('_ADDR'));
    expect(peers.map(toAddressVariable).sort()).toEqual(addresses.sort());
  });

  it.each(SERVICES)('$name: calls a language model exactly when it reads CHAT_MODEL_URL', async (service) => {
    expect('CHAT_MODEL_URL' in (await readEnvironment(service.name))).toBe(service.languageModel === true);
  });

  it.each(SERVICES)('$name: has a database exactly when it reads DATABASE_URL', async ({ name, database }) => {
    expect('DATABASE_URL' in (await readEnvironment(name))).toBe(database);
  });

  it.each(SERVICES)('$name: reads every variable that the table sets, and takes the value', async (service) => {
    const spec = await readEnvironment(service.name);
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      expect(() => spec[variable]?.parse(value), variable).not.toThrow();
      expect(spec, service.name).toHaveProperty(variable);
    }
  });

  it('gives each program ports of its own, so that all can run on one host', () => {
    const ports = SERVICES.flatMap(({ grpcPort, httpPort }) => [grpcPort, httpPort]).filter(
      (port) => port !== undefined,
    );
    expect(ports).toHaveLength(SERVICES.length);
    expect(new Set(ports).size).toBe(ports.length);
  });
});

// docs/adr/0097-what-a-change-runs.md
it('every file that says what a program reads of its environment is an input of the tests of chart and Compose file', () => {
  const { inputs } = manifest.nx.targets['test-programs'];
  const files = inputs
    .filter((input) => typeof input === 'string')
    .map((input) => input.replace('{workspaceRoot}/', ''));
  const root = join(apps, '..');
  const expected = new Set<string>();
  const follow = (file: string): void => {
    if (expected.has(file)) return;
    expected.add(file);
    const imports = readFileSync(join(root, file), 'utf8').matchAll(
      /^import (?!type )[^;]*? from '([.][^']+)[.]js';/gm,
    );
    for (const [, path] of imports) follow(join(dirname(file), `${path}.ts`));
  };
  for (const { name } of SERVICES) follow(`apps/${name}/src/config.ts`);
  const found = globSync(files, { cwd: root });
  expect([...expected].filter((file) => !found.includes(file))).toEqual([]);
});

// docs/operations.md "Faults of the environment"
it.each(SERVICES)(
  '$name: a wrong environment is one line with every problem and no value, and exit code 2',
  ({ name }) => {
    const main = getProgram(`apps/${name}`, 'main');
    const env = { PATH: process.env.PATH, METRICS_PORT: 'planted-port', LOG_LEVEL: 'planted-level' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
    expect([status, stdout], stderr).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    for (const word of [name, 'METRICS_PORT', 'LOG_LEVEL', name === 'gateway' ? 'PLATFORM_TOKEN' : 'DATABASE_URL']) {
      expect(stderr).toContain(word);
    }
    expect(stderr).not.toContain('planted');
  },
);

// docs/operations.md "Secrets from files"
it('the page of operations lists every secret that can be read from a file', async () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, listed = ''] = /### Secrets from files\n\n(.*) can be read from a file/.exec(page) ?? [];
  const specs = await Promise.all(SERVICES.map(({ name }) => readEnvironment(name)));
  const secrets = specs.flatMap((spec) => Object.keys(spec).filter((variable) => spec[variable]?.isSecret));
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual([...new Set(secrets)].sort());
});
