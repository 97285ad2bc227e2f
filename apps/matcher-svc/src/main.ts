import { createInProcessBus, createRedisBus, runMain } from '@svc/kit';
import { startMatcherService } from './app.js';
import { MATCHER_ENV } from './config.js';

runMain({
  name: 'matcher-svc',
  env: MATCHER_ENV,
  async start(config, { log }) {
    const bus = config.REDIS_URL === undefined ? createInProcessBus(log) : await createRedisBus(config.REDIS_URL, log);
    const running = await startMatcherService(config, { log, bus });
    return {
      address: running.address,
      async stop() {
        await running.stop();
        await bus.close();
      },
    };
  },
});
