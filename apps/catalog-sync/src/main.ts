import { createInProcessBus, createRedisBus, runMain } from '@svc/kit';
import { startCatalogService } from './app.js';
import { CATALOG_ENV } from './config.js';

runMain({
  name: 'catalog-sync',
  env: CATALOG_ENV,
  async start(config, { log, metrics }) {
    const bus = config.REDIS_URL === undefined ? createInProcessBus() : await createRedisBus(config.REDIS_URL, log);
    const { address, stop } = await startCatalogService(config, { log, bus, metrics });
    return {
      address,
      async stop() {
        await stop();
        await bus.close();
      },
    };
  },
});
