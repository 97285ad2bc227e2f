import { createChatClient } from '../../chat/chat-client.js';
import { type Conversation, createConversation } from '../../chat/conversation.js';
import type { Runtime } from '../../loader/runtime.js';
import { browserStorage } from '../../storage/record-list.js';
import { findNewestAnalysis } from '../shared/find-newest-analysis.js';
import { findProduct } from '../shared/find-product.js';
import { getStorage } from '../shared/page-data.js';

let conversation: Conversation | undefined;

/** The conversation of this page. Elements that are moved, or of which there are several, show the same one. */
export function getConversation(runtime: Runtime): Conversation {
  conversation ??= startConversation(runtime);
  return conversation;
}

function startConversation(runtime: Runtime): Conversation {
  const created = createConversation({
    client: createChatClient(() => runtime.settings.trackingBaseUrl),
    storage: getStorage(runtime),
    local: browserStorage(window),
    storageFailed: () => runtime.warn('storage', 'The conversation ends with this page.'),
    async getContext() {
      const config = await runtime.config();
      const newest = config && (await findNewestAnalysis(runtime, config));
      return {
        company: runtime.settings.companyId ?? undefined,
        locale: config?.texts.language ?? 'en',
        path: location.pathname,
        productId: (config && (await findProduct(runtime, config))) ?? undefined,
        analysisId: newest?.analysisId,
        funnel: newest?.funnel.subdomain ?? config?.defaultFunnel ?? undefined,
      };
    },
  });
  created.onChange((turn) => turn?.state === 'DONE' && runtime.count?.('CHAT_MESSAGE'));
  // A message that could not be sent is sent once more when the connection is back.
  const tried = new WeakSet<object>();
  window.addEventListener('online', async () => {
    for (const turn of created.turns.filter(({ problem }) => problem?.kind === 'OFFLINE')) {
      if (tried.has(turn)) continue;
      tried.add(turn);
      await created.retry(turn);
    }
  });
  return created;
}
