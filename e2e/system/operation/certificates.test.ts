import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { freePort, type Launched, launch, root } from '../../support/processes.js';
import { question } from '../../support/quiz.js';
import { admin } from '../../support/services.js';
import { systemDirectory } from '../../support/system-directory.js';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** docs/operations.md "In front of the gateway". The Caddyfile of the profile `tls`, with an authority of its own. */
describe.skipIf(!hasCaddy && process.env.CI === undefined)('certificates on demand', () => {
  let system: Launched;
  let caddy: ChildProcess;
  let output = '';
  let port: number;

  beforeAll(async () => {
    system = await launch({ DEMO: 'false', TRUST_PROXY: '1' });
    const management = admin(system.origin, system.platformToken);
    const funnel = { subdomain: 'certified', host: 'quiz.certified.example', name: 'Quiz' };
    const published = { steps: [question(1, { a: {}, b: {} })] };
    const { status, text } = await management.apply('certified', { name: 'Glow', funnels: [{ ...funnel, published }] });
    expect(status, text).toBe(200);

    const [askPort, httpPort] = [await freePort(), await freePort()];
    port = await freePort();
    const directory = systemDirectory();
    const file = join(directory, 'Caddyfile');
    const caddyfile = readFileSync(join(root, 'deploy/compose/Caddyfile.tls'), 'utf8');
    writeFileSync(
      file,
      caddyfile
        .replace('admin off', `admin off\n\thttp_port ${httpPort}\n\thttps_port ${port}\n\tskip_install_trust`)
        .replaceAll('2020', String(askPort))
        .replace('gateway:8080', `127.0.0.1:${system.port}`)
        .replace('name gateway', 'name localhost')
        .replace('port 8080', `port ${system.port}`)
        .replace('\ttls {', '\ttls internal {'),
    );
    caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: directory, BASE_DOMAIN: `localhost:${system.port}` },
    });
    for (const stream of [caddy.stdout, caddy.stderr]) stream?.on('data', (data) => (output += data));
    await until('the ingress listens', async () => (await getCertificate('localhost')) !== undefined).catch((error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  });
  afterAll(async () => {
    caddy?.kill();
    await system?.stop();
  });

  /** Undefined: the handshake fails. */
  const getCertificate = (name: string): Promise<PeerCertificate | undefined> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, servername: name, rejectUnauthorized: false });
      socket.once('secureConnect', () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      });
      socket.once('error', () => resolve(undefined));
    });

  it.each(['localhost', 'dashboard.localhost', 'certified.localhost', 'quiz.certified.example'])(
    '%s gets one',
    async (name) => {
      expect((await getCertificate(name))?.subjectaltname).toBe(`DNS:${name}`);
    },
  );

  it.each(['stranger.example', 'unknown.localhost', 'www.localhost'])(
    '%s gets none, although it points here',
    async (name) => {
      expect(await getCertificate(name)).toBeUndefined();
    },
  );

  it('passes the host on, so that a page of a funnel is shown', async () => {
    const { stdout } = spawnSync(
      'curl',
      ['-sk', '--resolve', `quiz.certified.example:${port}:127.0.0.1`, `https://quiz.certified.example:${port}/`],
      { encoding: 'utf8' },
    );
    expect(stdout).toContain('<script type="application/json" id="page">');
  });
});
