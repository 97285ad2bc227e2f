import type { Bus } from '../bus/bus.js';
import { createInProcessBus } from '../bus/in-process-bus.js';
import { createRedisBus } from '../bus/redis-bus.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { EnvSpec, EnvValues } from './env.js';
import { type RunMainOptions, runMain } from './run-main.js';
import type { Running } from './run-until-signal.js';

/**
 * Runs a service as `runMain` does, with the bus that its environment asks for: over Redis if `REDIS_URL` is set, otherwise within
 * this process. The bus is closed after the service has stopped.
 */
export function runService<S extends EnvSpec>(
  options: Omit<RunMainOptions<S>, 'start'> & {
    start(config: EnvValues<S>, deps: { log: Logger; metrics: Metrics; bus: Bus }): Promise<Running>;
  },
): void {
  runMain({
    ...options,
    async start(config, { log, metrics }) {
      const { REDIS_URL: url } = config as { REDIS_URL?: string };
      const bus = url === undefined ? createInProcessBus(log) : await createRedisBus(url, log);
      const running = await options.start(config, { log, metrics, bus });
      return {
        ...running,
        async stop() {
          await running.stop();
          await bus.close();
        },
      };
    },
  });
}
