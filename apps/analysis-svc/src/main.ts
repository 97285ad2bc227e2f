import { createInProcessBus, createRedisBus, runMain } from '@svc/kit';
import { startAnalysisService } from './app.js';
import { ANALYSIS_ENV } from './config.js';

runMain({
  name: 'analysis-svc',
  env: ANALYSIS_ENV,
  async start(config, { log, metrics }) {
    const bus = config.REDIS_URL === undefined ? createInProcessBus(log) : await createRedisBus(config.REDIS_URL, log);
    const running = await startAnalysisService(config, { log, bus, metrics });
    return {
      address: running.address,
      async stop() {
        await running.stop();
        await bus.close();
      },
    };
  },
});
