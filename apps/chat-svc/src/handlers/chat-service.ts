import { type Handlers, ServiceError, service, withoutNul } from '@svc/kit';
import {
  type ChatAnswer,
  type ChatCaller,
  type ChatContext,
  ChatServiceService,
  type ChatTurn,
  type FunnelHost,
} from '@svc/proto';
import { listDefaultStarters } from '../domain/compose/default-starters.js';
import type { TurnInput } from '../domain/thread/turn-input.js';
import type { getThread } from '../usecases/threads/get-thread.js';
import type { TurnContext } from '../usecases/turns/answer.js';
import type { Caller, CallerCompanies } from '../usecases/turns/caller.js';
import type { CreatedTurn, createThread, createTurn, ReceivedTurn } from '../usecases/turns/create-turn.js';
import { toBlockMessage, toMessage } from './answer-message.js';

/** Conversations with shoppers. What clients may send wrong was checked by the gateway, with pointers. */
export function createChatService(use: {
  callers: CallerCompanies;
  createThread: ReturnType<typeof createThread>;
  createTurn: ReturnType<typeof createTurn>;
  getThread: ReturnType<typeof getThread>;
  deleteThread(threadId: string): Promise<void>;
  /** Of the installation. */
  hasLanguageModel: boolean;
}) {
  const handlers: Handlers<typeof ChatServiceService> = {
    async createThread({ caller, context, turn, isUnlimited }) {
      const profile = await use.callers.requireOrigin(toCaller(caller));
      return { answer: toAnswerMessage(await use.createThread(profile, toTurn(turn, context, isUnlimited))) };
    },
    async createTurn({ threadId, caller, context, turn, isUnlimited }) {
      const received = toTurn(turn, context, isUnlimited);
      return { answer: toAnswerMessage(await use.createTurn(threadId, toCaller(caller), received)) };
    },
    async getThread({ threadId, caller }) {
      const { expiresAt, messages } = await use.getThread(threadId, toCaller(caller));
      return { expireTime: expiresAt, messages: messages.map(toMessage) };
    },
    async deleteThread({ threadId }) {
      await use.deleteThread(threadId);
      return {};
    },
    getChatSetup: async () => ({
      hasLanguageModel: use.hasLanguageModel,
      defaultStarters: listDefaultStarters().map(({ en: [en, ...otherEn], de: [de, ...otherDe] }) => ({
        ...{ en, otherEn, de, otherDe },
      })),
    }),
  };
  return service(ChatServiceService, withoutNul(handlers));
}

const toAnswerMessage = ({ turnId, threadId, blocks, replies }: CreatedTurn): ChatAnswer => ({
  ...{ turnId, threadId, blocks: blocks.map(toBlockMessage), replies: [...replies] },
});

const toHost = (host: FunnelHost | undefined): Caller['host'] => {
  if (!host?.name) return undefined;
  return host.name.$case === 'host' ? { host: host.name.value } : { subdomain: host.name.value };
};

const toCaller = (caller: ChatCaller | undefined): Caller => ({
  companyKey: caller?.companyKey,
  host: toHost(caller?.host),
  origin: caller?.origin ?? '',
  originFunnel: toHost(caller?.originFunnel),
});

function toTurn(turn: ChatTurn | undefined, context: ChatContext | undefined, isUnlimited: boolean): ReceivedTurn {
  if (!turn?.input) throw new ServiceError('INVALID_REQUEST', 'A turn must have a text, a quickReply or an action.');
  const { clientTurnId, requestHash, input } = turn;
  return {
    ...{ clientTurnId, requestHash: Buffer.from(requestHash), isUnlimited },
    input: toInput(input),
    context: toContext(context),
  };
}

function toInput({ $case, value }: NonNullable<ChatTurn['input']>): TurnInput {
  if ($case === 'text') return { text: value };
  return $case === 'quickReply' ? { quickReply: value } : { action: value };
}

function toContext(context: ChatContext | undefined): TurnContext {
  const language = context?.locale.toLowerCase().split('-')[0];
  return {
    locale: language === 'de' || language === 'en' ? language : undefined,
    productId: context?.productId,
    analysisId: context?.analysisId,
    funnel: context?.funnel,
  };
}
