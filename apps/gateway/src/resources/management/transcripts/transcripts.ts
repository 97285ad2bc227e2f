import { DAY_MS } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Transcript } from '@svc/proto';
import { requiredTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import { json, page, sendJson, sendNothing, sendPage } from '../../../route/answer.js';
import { optional, paging, pathId, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { sendShortList, shortListPaging } from '../../../route/short-list.js';
import { chatThreadExample } from '../../chat/chat-examples.js';
import { presentMessage } from '../../chat/present-answer.js';
import { COMPANY, company, getCompany, management } from '../management.js';

const CHAT = `${COMPANY}/chat`;
const TRANSCRIPT_ID = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** Characters of a search. docs/chat.md T9.3. */
const MIN_TEXT = 2;
const MAX_TEXT = 100;

const summaryExample = {
  ...{ id: TRANSCRIPT_ID, createdAt: '2026-11-24T10:04:00.000Z', lastMessageAt: '2026-11-24T10:06:00.000Z' },
  ...{ turns: 3, unanswered: 1, hasAnalysis: true },
};
const transcript = { ...company, transcriptId: pathId('Id of the conversation.', TRANSCRIPT_ID) };
const read = { ...management, method: 'GET', permission: 'manage:conversation.read', errors: ['NOT_FOUND'] } as const;

const present = ({ transcriptId, createTime, lastTurnTime, turns, unanswered, hasAnalysis }: Transcript) => ({
  ...{ id: transcriptId, createdAt: requiredTime(createTime), lastMessageAt: requiredTime(lastTurnTime) },
  ...{ turns, unanswered, hasAnalysis },
});

const listTranscripts = route({
  ...read,
  path: `${CHAT}/threads`,
  id: 'listChatTranscripts',
  summary: 'Conversations with the chat, the newest first',
  description: 'As long as they are stored. A company that keeps none (`retentionDays: 0`) has none.',
  params: company,
  query: {
    ...paging,
    unanswered: optional(
      { description: 'true: only conversations with a question without an answer that helps.', example: 'true' },
      (value, name) => {
        if (value === 'true') return true;
        throw new ServiceError('INVALID_QUERY', `${name} must be 'true' or absent.`);
      },
    ),
    text: optional(
      {
        description: `Only conversations in which the shopper wrote this, in any letter case. ${MIN_TEXT} to ${MAX_TEXT} characters. The newest 20,000 messages are searched.`,
        example: 'lipstick',
      },
      (value, name) => {
        const text = value.trim();
        if (text.length >= MIN_TEXT && text.length <= MAX_TEXT) return text;
        throw new ServiceError('INVALID_QUERY', `${name} must have ${MIN_TEXT} to ${MAX_TEXT} characters.`);
      },
    ),
  },
  answers: { 200: page('ChatTranscriptPage', summaryExample) },
  handler:
    ({ clients }) =>
    async ({ params, query: { unanswered, text = '', ...paged } }) => {
      const { companyId } = await getCompany(clients, params);
      const { transcripts, nextPageToken } = await clients.transcripts.listTranscripts({
        ...{ companyId, ...toPage(paged), unansweredOnly: unanswered === true, text },
      });
      return sendPage(transcripts.map(present), nextPageToken);
    },
});

const getTranscript = route({
  ...read,
  path: `${CHAT}/threads/{transcriptId}`,
  id: 'getChatTranscript',
  audit: 'always',
  summary: 'A conversation',
  description: 'What the shopper wrote is without personal data. Reading it is in the audit log.',
  params: transcript,
  answers: {
    200: json('The conversation.', 'ChatTranscript', {
      transcript: { ...summaryExample, messages: chatThreadExample.messages },
    }),
  },
  handler:
    ({ clients }) =>
    async ({ params: { handle, transcriptId } }) => {
      const { companyId } = await getCompany(clients, { handle });
      const found = await clients.transcripts.getTranscript({ companyId, transcriptId });
      return sendJson(200, {
        ...present(requirePart(found.transcript)),
        messages: found.messages.map(presentMessage),
      });
    },
});

const deleteTranscript = route({
  ...management,
  method: 'DELETE',
  path: `${CHAT}/threads/{transcriptId}`,
  id: 'deleteChatTranscript',
  permission: 'manage:conversation.erase',
  summary: 'Erase a conversation',
  description: 'A repeated request also succeeds when nothing is left to erase.',
  params: transcript,
  answers: { 204: { description: 'Erased.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params: { handle, transcriptId } }) => {
      const { companyId } = await getCompany(clients, { handle });
      await clients.transcripts.deleteTranscript({ companyId, transcriptId });
      return sendNothing;
    },
});

const DEFAULT_DAYS = 30;

const listUnanswered = route({
  ...read,
  path: `${CHAT}/unanswered`,
  id: 'listUnansweredQuestions',
  summary: 'What shoppers asked without an answer that helps',
  description: 'The most frequent first, at most 100: not understood, nothing found, or no answer in the FAQ.',
  params: company,
  query: {
    ...shortListPaging,
    days: optional(
      { description: `Asked in so many days until now, 1 to 90. Default: ${DEFAULT_DAYS}.`, example: '30' },
      (value, name) => {
        const days = Number(value);
        if (/^\d{1,2}$/.test(value) && days >= 1 && days <= 90) return days;
        throw new ServiceError('INVALID_QUERY', `${name} must be a number of days from 1 to 90.`);
      },
    ),
  },
  answers: {
    200: page('ChatUnansweredQuestions', { text: 'Is it vegan?', count: 12, lastAt: '2026-11-24T10:04:00.000Z' }),
  },
  handler:
    ({ clients }) =>
    async ({ params, query: { days = DEFAULT_DAYS, ...part } }) => {
      const { companyId } = await getCompany(clients, params);
      const fromTime = new Date(Date.now() - days * DAY_MS);
      const { questions } = await clients.transcripts.listUnansweredQuestions({ companyId, fromTime });
      return sendShortList(
        questions.map(({ text, count, lastTime }) => ({ text, count, lastAt: requiredTime(lastTime) })),
        part,
      );
    },
});

/** Conversations of a company, and what they could not answer. docs/chat.md T9. */
export const transcripts = [listTranscripts, getTranscript, deleteTranscript, listUnanswered];
