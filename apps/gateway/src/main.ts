import { createInProcessBus, createRedisBus, runMain } from '@svc/kit';
import { composeGateway } from './compose.js';
import { GATEWAY_ENV } from './config.js';

runMain({
  name: 'gateway',
  env: GATEWAY_ENV,
  async start(config, { log, metrics }) {
    const bus = config.REDIS_URL === undefined ? createInProcessBus(log) : await createRedisBus(config.REDIS_URL, log);
    const gateway = await composeGateway(config, { log, bus, metrics });
    return {
      address: gateway.address,
      async stop() {
        await gateway.stop();
        await bus.close();
      },
    };
  },
});
