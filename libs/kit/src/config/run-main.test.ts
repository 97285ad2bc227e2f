import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const KIT = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** A program whose start and stop are given as code. */
function program(start: string, args: string[] = [], variables: Record<string, string> = {}) {
  const code = `
    import { env, runMain } from ${JSON.stringify(KIT)};
    runMain({ name: 'demo', env: { PORT: env.port({ doc: 'Port.' }), SHUTDOWN_DELAY_MS: env.integer({ default: 0, doc: 'Delay.' }), TOKEN: env.string({ optional: true, secret: true, doc: 'Token.' }) }, stopTimeoutMs: 500, start: async (config, { log }) => { ${start} } });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, '--', 'main.js', ...args], {
    env: { PATH: process.env.PATH ?? '', PORT: '1', ...variables },
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code_ = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exitCode: code_, output: () => output };
}

async function until(child: ChildProcess, output: () => string, text: string): Promise<void> {
  while (!output().includes(text)) {
    if (child.exitCode !== null) throw new Error(`ended before '${text}': ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const IDLE = 'setInterval(() => {}, 1000);';

describe('runMain', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s stops once and exits with 0', async (signal) => {
    const { child, exitCode, output } = program(
      `${IDLE} return { address: 'here', stop: async () => { log.info('in stop'); } };`,
    );
    await until(child, output, '"address":"here"');
    child.kill(signal);
    expect(await exitCode).toBe(0);
    expect(output().match(/in stop/g)).toHaveLength(1);
  });

  it('--help prints every variable and exits with 0, without starting', async () => {
    const { exitCode, output } = program("log.info('started anyway');", ['--help'], { PORT: '' });
    expect(await exitCode).toBe(0);
    expect(output()).toMatch(/PORT +required +Port\./);
    expect(output()).not.toContain('started anyway');
  });

  it('check-config prints the configuration without secrets and exits with 0, without starting', async () => {
    const { exitCode, output } = program("log.info('started anyway');", ['check-config'], { TOKEN: 'hunter2' });
    expect(await exitCode).toBe(0);
    expect(output()).toMatch(/^PORT +1 +environment$/m);
    expect(output()).toMatch(/^TOKEN +set +environment$/m);
    expect(output()).not.toMatch(/hunter2|started anyway/);
  });

  it('check-config exits with 2 for a wrong configuration', async () => {
    const { exitCode, output } = program('', ['check-config'], { PORT: 'x' });
    expect(await exitCode).toBe(2);
    expect(output()).toContain('demo: PORT must be an integer');
  });

  it.each([['migrate'], ['--dry-run']])(
    'what it does not know (%s) exits with 2 and does not start',
    async (...args) => {
      const { exitCode, output } = program("log.info('started anyway');", args);
      expect(await exitCode).toBe(2);
      expect(output()).toContain('demo: ');
      expect(output()).not.toContain('started anyway');
    },
  );

  it('announces the stop, and stops SHUTDOWN_DELAY_MS later (docs/operations.md "Probes and draining")', async () => {
    const { child, exitCode, output } = program(
      `${IDLE} let announcedAt; return {
         announceStop: () => { announcedAt = performance.now(); },
         stop: async () => { log.info({ waited: performance.now() - announcedAt >= 195 }, 'in stop'); },
       };`,
      [],
      { SHUTDOWN_DELAY_MS: '200' },
    );
    await until(child, output, '"started"');
    child.kill('SIGTERM');
    expect(await exitCode).toBe(0);
    expect(output()).toContain('"waited":true');
  });

  it('wrong configuration exits with 2 and names the problem', async () => {
    const { exitCode, output } = program('', [], { PORT: 'x' });
    expect(await exitCode).toBe(2);
    expect(output()).toContain('demo: PORT must be an integer');
  });

  it('variables that do not fit together, which the start finds out, exit with 2 too', async () => {
    const { exitCode, output } = program(
      `const { ConfigError } = await import(${JSON.stringify(KIT)}); throw new ConfigError(['A needs B', 'C is odd']);`,
    );
    expect(await exitCode).toBe(2);
    expect(output()).toBe('demo: A needs B; C is odd. Run with --help for every variable.\n');
  });

  it('a failed start is logged and exits with 1', async () => {
    const { exitCode, output } = program("throw new Error('no database');");
    expect(await exitCode).toBe(1);
    expect(output()).toContain('no database');
  });

  it('an unhandled rejection is logged and exits with 1', async () => {
    const { exitCode, output } = program(
      `${IDLE} setTimeout(() => Promise.reject(new Error('forgotten')), 10); return { stop: async () => {} };`,
    );
    expect(await exitCode).toBe(1);
    expect(output()).toContain('forgotten');
  });

  it('a stop that hangs ends after its time, with 1', async () => {
    const { child, exitCode, output } = program(`${IDLE} return { stop: () => new Promise(() => {}) };`);
    await until(child, output, '"started"');
    child.kill('SIGTERM');
    expect(await exitCode).toBe(1);
    expect(output()).toContain('did not stop in time');
  });

  it('a signal during the start stops what was started, not half of it', async () => {
    const { child, exitCode, output } = program(
      `${IDLE} log.info('starting'); await new Promise((resolve) => process.once('SIGTERM', resolve)); return { stop: async () => { log.info('in stop'); } };`,
    );
    await until(child, output, 'starting');
    child.kill('SIGTERM');
    expect(await exitCode).toBe(0);
    expect(output()).toContain('in stop');
  });
});
