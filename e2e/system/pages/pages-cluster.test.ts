import { afterAll, beforeAll, describe } from 'vitest';
import { chat } from '../../suites/pages/chat.js';
import { resultView } from '../../suites/pages/result-view.js';
import { type ModelStandIn, startModelStandIn } from '../../support/model-stand-in.js';
import { type Cluster, startCluster } from '../../support/services.js';

/** What pages show, and how they behave while a service is down. The last suite leaves chat-svc stopped. */
describe('pages of separate services', () => {
  let cluster: Cluster;
  let model: ModelStandIn;
  beforeAll(async () => {
    model = await startModelStandIn();
    cluster = await startCluster({
      replicas: 1,
      chat: { CHAT_MODEL_URL: model.url, CHAT_MODEL_NAME: 'planner', CHAT_MODEL_KEY: 'model-secret' },
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    model?.stop();
  });

  resultView(() => cluster);
  chat(
    () => cluster,
    () => model,
  );
});
