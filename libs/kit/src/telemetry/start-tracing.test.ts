import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../log/logger.js';
import { startTrace } from './spans.js';
import { startTracing } from './start-tracing.js';

const KIT = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Runs a program that prints the modules of OpenTelemetry that it has loaded when it is done. */
function runProgram(code: string): Promise<string> {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry/sdk') || url.includes('otlp')) loaded.add(url); return next(url, context); } });
    const kit = await import(${JSON.stringify(KIT)});
    const log = kit.createLogger({ name: 'demo', level: 'silent' });
    ${code}
    process.stdout.write('modules: ' + loaded.size);
    process.exit(0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A collector that answers every batch with a status. */
async function startCollector(status: number) {
  const batches: { url: string | undefined; type: string | undefined; bytes: number }[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      batches.push({ url: request.url, type: request.headers['content-type'], bytes });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { batches, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('a process without an endpoint loads no module of the SDK (docs/operations.md "Traces")', async () => {
  expect(await runProgram(`await kit.withTrace('work', { kind: 'internal' }, async () => {});`)).toBe('modules: 0');
  const traced = await runProgram(
    `await kit.startTracing({ endpoint: 'http://127.0.0.1:1', name: 'demo', version: '1', log });`,
  );
  expect(traced).toMatch(/^modules: [1-9]/); // The program above would have seen it.
});

it('what waits is sent as protobuf when the process stops', async () => {
  const { batches, endpoint } = await startCollector(200);
  const log = createLogger({ name: 'test', level: 'silent' });
  const tracing = await startTracing({ endpoint: `${endpoint}/`, name: 'test', version: '1', log });
  startTrace('work', { kind: 'internal' })?.end();
  await tracing.close();
  expect(batches).toEqual([{ url: '/v1/traces', type: 'application/x-protobuf', bytes: expect.any(Number) }]);
  expect(startTrace('work', { kind: 'internal' })).toBeUndefined();
});

it('a collector that refuses is one log line, and the work continues', async () => {
  const { endpoint } = await startCollector(400);
  const lines: string[] = [];
  const log = createLogger({ name: 'test' }, { write: (line) => void lines.push(line) });
  const tracing = await startTracing({ endpoint, name: 'test', version: '1', log });
  startTrace('work', { kind: 'internal' })?.end();
  await tracing.close();
  expect(lines.filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))).toHaveLength(1);
});
