import { type Handlers, service, withoutNul } from '@svc/kit';
import { type Transcript as TranscriptMessage, TranscriptServiceService } from '@svc/proto';
import type { Transcript } from '../db/transcripts.js';
import { type createTranscripts, toTranscriptId } from '../usecases/transcripts/transcripts.js';
import { toMessage } from './answer-message.js';

/** Conversations as their company sees them. */
export function createTranscriptService(transcripts: ReturnType<typeof createTranscripts>) {
  const handlers: Handlers<typeof TranscriptServiceService> = {
    async listTranscripts({ companyId, ...page }) {
      const { items, nextPageToken } = await transcripts.list(companyId, {
        ...page,
        unansweredOnly: page.unansweredOnly,
        text: page.text === '' ? undefined : page.text,
      });
      return { transcripts: items.map(toTranscriptMessage), nextPageToken };
    },
    async getTranscript({ companyId, transcriptId }) {
      const { transcript, messages } = await transcripts.get(companyId, transcriptId);
      return { transcript: toTranscriptMessage(transcript), messages: messages.map(toMessage) };
    },
    async deleteTranscript({ companyId, transcriptId }) {
      await transcripts.delete(companyId, transcriptId);
      return {};
    },
    async listUnansweredQuestions({ companyId, fromTime }) {
      const questions = await transcripts.listUnanswered(companyId, fromTime ?? new Date(0));
      return { questions: questions.map(({ text, count, lastAt }) => ({ text, count, lastTime: lastAt })) };
    },
  };
  return service(TranscriptServiceService, withoutNul(handlers));
}

const toTranscriptMessage = (transcript: Transcript): TranscriptMessage => ({
  transcriptId: toTranscriptId(transcript),
  createTime: transcript.createdAt,
  lastTurnTime: transcript.lastTurnAt,
  turns: transcript.turns,
  unanswered: transcript.unanswered,
  hasAnalysis: transcript.hasAnalysis,
});
