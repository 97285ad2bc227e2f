import { createInProcessBus, createRedisBus, runMain } from '@svc/kit';
import { startFunnelService } from './app.js';
import { FUNNEL_ENV } from './config.js';

runMain({
  name: 'funnel-svc',
  env: FUNNEL_ENV,
  async start(config, { log }) {
    const bus = config.REDIS_URL ? await createRedisBus(config.REDIS_URL, log) : createInProcessBus();
    const service = await startFunnelService(config, { log, bus });
    return {
      address: service.address,
      async stop() {
        await service.stop();
        await bus.close();
      },
    };
  },
});
