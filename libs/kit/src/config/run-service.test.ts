import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const KIT = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** Publishes while it stops; what its listener receives is printed. */
const PROGRAM = `
  import { runService } from ${JSON.stringify(KIT)};
  runService({
    name: 'demo',
    env: {},
    async start(config, { bus }) {
      const idle = setInterval(() => {}, 1000);
      bus.subscribe('note', ({ text }) => console.log(text));
      setImmediate(() => bus.publish('note', { text: 'published while running' }));
      return {
        async stop() {
          bus.publish('note', { text: 'published while stopping' });
          await new Promise((resolve) => setTimeout(resolve, 50));
          clearInterval(idle);
        },
      };
    },
  });`;

it('a service without REDIS_URL has a bus within its process, which works until the service has stopped', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { PATH: process.env.PATH ?? '' },
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (String(data).includes('published while running')) child.kill('SIGTERM');
  });
  const exitCode = await new Promise((resolve) => child.once('exit', resolve));
  expect(exitCode).toBe(0);
  expect(output).toContain('published while stopping');
});
