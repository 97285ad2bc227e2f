import { MAX_CHAT_BODY_BYTES } from '@svc/domain';
import { ServiceError, sha256 } from '@svc/kit';
import type { GatewayMiddleware } from '../../context.js';
import { requirePart } from '../../messages/require-part.js';
import { limitAttempts, limitFailures } from '../../middleware/rate-limit.js';
import { toLookupId } from '../../parse/opaque-id.js';
import { describedContent, json, jsonOrText, sendJson, sendStatus } from '../../route/answer.js';
import { checkSchema, objectBody } from '../../route/body.js';
import type { RouteDeps } from '../../route/deps.js';
import { pathId } from '../../route/parameter.js';
import { preflight } from '../../route/preflight.js';
import { route } from '../../route/route.js';
import { chatRequestExamples, chatThreadExample, THREAD_ID } from './chat-examples.js';
import { toCaller, toContext, toTurn } from './chat-request.js';
import { chatRequest } from './chat-schema.js';
import { presentAnswer, presentThread } from './present-answer.js';
import { ANSWER_CONTENT, ANSWER_HEADERS, sendAnswer, THREAD_HEADERS } from './send-answer.js';

const body = objectBody({
  content: jsonOrText(describedContent('ChatRequest', chatRequestExamples)),
  maxBytes: MAX_CHAT_BODY_BYTES,
  parse: (value) => checkSchema(chatRequest, value, 'The message was not answered'),
});

const params = { threadId: pathId('Id of a conversation; it is the capability, no key is needed.', THREAD_ID) };

const createThread = route({
  method: 'POST',
  path: '/api/chat/v1/threads',
  id: 'createChatThread',
  tag: 'Components',
  summary: 'Begin a conversation',
  description:
    'With the first message of a shopper. The page must be on one of the company’s domains or on the host of one of its funnels; otherwise, ' +
    'and where the company has no chat, NOT_FOUND. The same body under the same clientTurnId, of at least 16 characters, has the same answer and ' +
    'begins no second conversation. The answer is events (block, replies, done) for `Accept: text/event-stream`, otherwise JSON.',
  permission: 'source',
  body,
  answers: {
    201: {
      description: 'The answer, with the id of the conversation.',
      content: ANSWER_CONTENT,
      headers: ANSWER_HEADERS,
    },
  },
  errors: ['NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'REQUEST_IN_PROGRESS'],
  handler:
    ({ clients, limits, pageAddress }) =>
    async ({ body: request, ctx }) => {
      await limitAttempts(ctx, limits, 'chatTurns', ctx.state.source);
      await limitAttempts(ctx, limits, 'chatThreads', ctx.state.source);
      const answering = orUnavailable(
        clients.chat.createThread({
          ...{ caller: toCaller(ctx, pageAddress, request.context.company), context: toContext(request) },
          ...{ turn: toTurn(request), isUnlimited: limits === undefined },
        }),
      ).then(async ({ answer }) => {
        const presented = presentAnswer(requirePart(answer));
        await limitAttempts(ctx, limits, 'chatThread', toSubject(presented.threadId));
        return presented;
      });
      return sendAnswer(ctx, 201, answering);
    },
});

const createTurn = route({
  method: 'POST',
  path: '/api/chat/v1/threads/{threadId}/turns',
  id: 'createChatTurn',
  tag: 'Components',
  summary: 'Continue a conversation',
  description:
    'One message, or one of what the last answer offered. The same body under the same clientTurnId has the same answer for 24 hours; another ' +
    'body is IDEMPOTENCY_CONFLICT, and while the first is being answered, both are REQUEST_IN_PROGRESS. Unknown, foreign, deleted and expired ' +
    'conversations are one NOT_FOUND.',
  permission: 'source',
  params,
  middleware: limitUnknown,
  body,
  answers: { 200: { description: 'The answer.', content: ANSWER_CONTENT, headers: ANSWER_HEADERS } },
  errors: ['NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'REQUEST_IN_PROGRESS'],
  handler:
    ({ clients, limits, pageAddress }) =>
    async ({ params: { threadId }, body: request, ctx }) => {
      await limitAttempts(ctx, limits, 'chatTurns', ctx.state.source);
      await limitAttempts(ctx, limits, 'chatThread', toSubject(threadId));
      const answering = orUnavailable(
        clients.chat.createTurn({
          threadId: toLookupId(threadId),
          ...{ caller: toCaller(ctx, pageAddress, request.context.company), context: toContext(request) },
          ...{ turn: toTurn(request), isUnlimited: limits === undefined },
        }),
      ).then(({ answer }) => presentAnswer(requirePart(answer)));
      return sendAnswer(ctx, 200, answering);
    },
});

const getThread = route({
  method: 'GET',
  path: '/api/chat/v1/threads/{threadId}',
  id: 'getChatThread',
  tag: 'Components',
  summary: 'Read a conversation',
  description: 'The newest 100 messages, with the cards of the current catalog.',
  permission: 'source',
  params,
  middleware: limitUnknown,
  answers: { 200: json('The conversation.', 'ChatThread', { thread: chatThreadExample }, THREAD_HEADERS) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients, pageAddress }) =>
    async ({ params: { threadId }, ctx }) => {
      const caller = toCaller(ctx, pageAddress);
      const thread = await orUnavailable(clients.chat.getThread({ threadId: toLookupId(threadId), caller }));
      return sendJson(200, presentThread(threadId, thread), THREAD_HEADERS);
    },
});

const deleteThread = route({
  method: 'DELETE',
  path: '/api/chat/v1/threads/{threadId}',
  id: 'deleteChatThread',
  tag: 'Components',
  summary: 'Delete a conversation',
  description: 'With everything that is stored of it. Repeating it is no error.',
  permission: 'source',
  params,
  answers: { 204: { description: 'There is no such conversation any more.', headers: THREAD_HEADERS } },
  handler:
    ({ clients }) =>
    async ({ params: { threadId } }) => {
      await orUnavailable(clients.chat.deleteThread({ threadId: toLookupId(threadId) }));
      return sendStatus(204, THREAD_HEADERS);
    },
});

const HEADERS = { headers: 'Content-Type, X-Request-Id' };

/** Conversations of shoppers, on the API host and on hosts of funnels. docs/chat.md T7. */
export const chat = [
  createThread,
  createTurn,
  getThread,
  deleteThread,
  preflight('preflightChatThreads', [createThread], HEADERS),
  preflight('preflightChatTurns', [createTurn], HEADERS),
  preflight('preflightChatThread', [getThread, deleteThread], HEADERS),
];

/** Unknown conversations of a source have a budget, so that ids cannot be tried. */
function limitUnknown({ limits }: RouteDeps): GatewayMiddleware {
  return (ctx, next) =>
    limitFailures(ctx, limits, { policy: 'chatMisses', isRefusedEarly: !ctx.state.isSourceShared }, next);
}

/** Ids are not kept as they are. */
const toSubject = (threadId: string): string => sha256(threadId).toString('base64url');

/** An answer that is late is UNAVAILABLE, as one that could not be made in time. docs/chat.md T8.3. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'TIMEOUT')) throw error;
    throw new ServiceError('UNAVAILABLE', 'The chat did not answer in time. The request can be repeated.', {
      cause: error,
    });
  }
}
