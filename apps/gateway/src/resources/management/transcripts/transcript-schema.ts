import { z } from 'zod';
import { chatMessage } from '../../chat/chat-schema.js';
import { page } from '../page-schema.js';

/** Conversations with the chat, as their company sees them. docs/chat.md T9. */

const shared = {
  id: z.string().describe('Not the id that the shopper has.'),
  createdAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
  turns: z.int().min(0),
  unanswered: z.int().min(0).describe('Turns without an answer that helps: not understood, or nothing found.'),
  hasAnalysis: z.boolean().describe('It named an analysis.'),
};

export const transcriptSummary = z.object(shared).meta({ id: 'ChatTranscriptSummary' });

export const transcriptPage = page(transcriptSummary, 'ChatTranscriptPage');

export const transcript = z
  .object({ ...shared, messages: z.array(chatMessage).describe('The oldest first, at most 200 turns.') })
  .meta({ id: 'ChatTranscript' });

export const unansweredQuestions = page(
  z.object({
    text: z.string().describe('As it was last written, without personal data.'),
    count: z.int().min(1),
    lastAt: z.iso.datetime(),
  }),
  'ChatUnansweredQuestions',
);
