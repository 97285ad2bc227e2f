import type { Logger } from '../log/logger.js';
import type { ServerProcess } from './server-process.js';

/** More ends than this within `WINDOW_MS` have a cause that a further start does not remove. */
const MAX_RESTARTS = 3;
const WINDOW_MS = 60_000;

/**
 * Starts a server again whenever it ends by itself, at most three times a minute.
 * @param start - starts it where it was; what was committed is there.
 * @param onAbandoned - called once, when it ended too often or did not start again; the message says what to do.
 */
export function keepRunning(
  first: ServerProcess,
  start: () => Promise<ServerProcess>,
  options: { log: Logger; onAbandoned(reason: Error): void },
): ServerProcess {
  const { log, onAbandoned } = options;
  const restarts: number[] = [];
  let stopping = false;
  let server = first;
  let restarting: Promise<void> | undefined;
  watch();

  function watch(): void {
    void server.ended.then((how) => {
      if (!stopping) restarting = restart(how);
    });
  }

  async function restart(how: string): Promise<void> {
    const now = performance.now();
    while (restarts[0] !== undefined && now - restarts[0] > WINDOW_MS) restarts.shift();
    if (restarts.length === MAX_RESTARTS) {
      const times = `${MAX_RESTARTS + 1} times within a minute, last by ${how}`;
      onAbandoned(
        new Error(
          `The embedded PostgreSQL server ended ${times}. Check memory, disk and the messages above, then start again.`,
        ),
      );
      return;
    }
    restarts.push(now);
    log.warn({ how }, 'the embedded PostgreSQL server ended by itself and is started again');
    try {
      server = await start();
      watch();
    } catch (error) {
      if (!stopping) onAbandoned(error as Error);
    }
  }

  return {
    get pid() {
      return server.pid;
    },
    get ended() {
      return server.ended;
    },
    async stop() {
      stopping = true;
      await restarting;
      await server.stop();
    },
  };
}
