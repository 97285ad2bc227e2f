import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../http.js';
import { freePort, isReady } from '../processes.js';
import { temporaryDirectory } from '../system-directory.js';

export interface Ingress {
  origin: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * HAProxy in front of the gateways, configured as an ingress should be: it asks the probes, and sends reads again that a gateway did
 * not answer. Writes it never repeats.
 */
export async function createIngress(gateways: { port: number; metricsPort: number }[]): Promise<Ingress> {
  if (spawnSync('haproxy', ['-v']).status !== 0) throw new Error('Install HAProxy: apt-get install haproxy.');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const file = join(temporaryDirectory(), 'haproxy.cfg');
  const servers = gateways.map(
    (gateway, index) =>
      `  server gateway${index} 127.0.0.1:${gateway.port} check port ${gateway.metricsPort} inter 500ms fall 2 rise 1`,
  );
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  retries 3
  option redispatch 1
frontend ingress
  bind 127.0.0.1:${port}
  default_backend gateways
backend gateways
  balance roundrobin
  option httpchk GET /readyz
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET
${servers.join('\n')}
`,
  );
  let child: ChildProcess | undefined;
  return {
    origin,
    async start() {
      child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
      await until('HAProxy reaches a gateway', () => isReady(origin));
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      const closed = new Promise((resolve) => child?.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
    },
  };
}
