import { type Clock, forCompany, type PageRequest, readPage, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import {
  deleteTranscript,
  listTranscripts,
  listUnanswered,
  MAX_SEARCHED,
  readTranscript,
  type Transcript,
  type TranscriptFilter,
  type UnansweredQuestion,
} from '../../db/transcripts.js';
import { listTurns } from '../../db/turns.js';
import { hasPersonalData } from '../../domain/plan/personal-data.js';
import type { Catalogs } from '../companies/catalogs.js';
import type { Companies } from '../companies/companies.js';
import type { CompanyProfile } from '../companies/ports.js';
import { type ShownMessage, showTurns } from '../threads/show-turns.js';
import { getRetentionMs } from '../turns/retention.js';

/** Turns of a conversation, at most. */
const MAX_TURNS = 200;
const MAX_QUESTIONS = 100;
const POSITION = /^\d{1,15} [0-9a-f]{64}$/;
const TRANSCRIPT_ID = /^[0-9a-f]{64}$/;

export interface TranscriptDeps {
  db: Knex;
  clock: Clock;
  companies: Companies;
  catalogs: Catalogs;
  /** Messages that one search reads. */
  maxSearched?: number;
}

const notFound = (): ServiceError => new ServiceError('NOT_FOUND', 'No such conversation.');
export const toTranscriptId = ({ threadHash }: Transcript): string => threadHash.toString('hex');
const toHash = (transcriptId: string): Buffer => {
  if (!TRANSCRIPT_ID.test(transcriptId)) throw notFound();
  return Buffer.from(transcriptId, 'hex');
};

/** Conversations as their company sees them: nothing of a company that keeps none. docs/chat.md T9. */
export function createTranscripts(deps: TranscriptDeps) {
  const { db, clock, companies, catalogs, maxSearched = MAX_SEARCHED } = deps;
  /** Undefined: the company keeps none. */
  const getSince = (profile: CompanyProfile): Date | undefined =>
    profile.settings.retentionDays === 0 ? undefined : new Date(clock.now().getTime() - getRetentionMs(profile));
  return {
    async list(companyId: string, page: PageRequest & Omit<TranscriptFilter, 'since'>) {
      const since = getSince(await companies.find({ id: companyId }));
      return readPage<Transcript>(page, {
        read: async (position, limit) => {
          // Messages are stored without personal data. docs/chat.md T9.3.
          if (!since || (page.text && hasPersonalData(page.text))) return [];
          const [at, hash] = position?.split(' ') ?? [];
          const after = at && hash ? { at: new Date(Number(at)), threadHash: Buffer.from(hash, 'hex') } : undefined;
          const { unansweredOnly, text } = page;
          const options = { since, after, limit, unansweredOnly, text, maxSearched };
          return forCompany(db, companyId, (trx) => listTranscripts(trx, companyId, options));
        },
        position: (transcript) => `${transcript.lastTurnAt.getTime()} ${toTranscriptId(transcript)}`,
        isPosition: POSITION,
      });
    },

    async get(companyId: string, transcriptId: string): Promise<{ transcript: Transcript; messages: ShownMessage[] }> {
      const threadHash = toHash(transcriptId);
      const profile = await companies.find({ id: companyId });
      const since = getSince(profile);
      const { transcript, turns } = await forCompany(db, companyId, async (trx) => ({
        transcript: await readTranscript(trx, companyId, threadHash),
        turns: await listTurns(trx, { companyId, threadHash }, MAX_TURNS),
      }));
      if (!since || !transcript || transcript.lastTurnAt <= since) throw notFound();
      return { transcript, messages: await showTurns(catalogs, profile, turns) };
    },

    async delete(companyId: string, transcriptId: string): Promise<void> {
      const threadHash = toHash(transcriptId);
      await forCompany(db, companyId, (trx) => deleteTranscript(trx, companyId, threadHash));
    },

    async listUnanswered(companyId: string, from: Date): Promise<UnansweredQuestion[]> {
      const since = getSince(await companies.find({ id: companyId }));
      if (!since) return [];
      const start = from > since ? from : since;
      return forCompany(db, companyId, (trx) => listUnanswered(trx, companyId, start, MAX_QUESTIONS));
    },
  };
}
