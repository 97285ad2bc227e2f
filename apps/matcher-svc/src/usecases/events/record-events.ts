import {
  addDays,
  answersInForce,
  type ColorResult,
  type InteractionEvent,
  MAX_EVENTS_PER_ANALYSIS,
  type MatchingAnswers,
  type UtcDay,
  utcDay,
} from '@svc/domain';
import { analysisNotFound, type Clock, forCompany, isMissingPartition, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { createPartition } from '../../db/events/event-partitions.js';
import {
  type NewSession,
  recordBatch,
  recordBatchExactly,
  sessionDay,
  type TimedEvent,
} from '../../db/events/record-events.js';
import type { Presence } from '../../engine/rank/profile.js';
import { EVENT_DAYS } from '../../events/retention.js';
import { optionTokens } from '../../learning/option-tokens.js';
import type { MatchSubject, ResolvedFunnel } from '../match/resolve-funnel.js';

export interface EventBatch {
  /** SHA-256 of the analysis id. */
  analysisHash: Buffer;
  subject: MatchSubject;
  /** As stored, for any version. */
  answers: MatchingAnswers;
  presence: Presence;
  color: ColorResult | null;
  /** At least one. */
  events: readonly InteractionEvent[];
}

export interface RecordedBatch {
  accepted: number;
  duplicates: number;
}

export interface RecordDeps {
  db: Knex;
  clock: Clock;
  resolve(subject: MatchSubject): Promise<Pick<ResolvedFunnel, 'funnel'>>;
}

/** Retry-After of a full analysis, in seconds. Long, because the limit never ends. */
const OVER_LIMIT_RETRY_S = 86_400;

/**
 * Stores a batch of interactions completely or not at all. The first batch of an analysis creates its session: the day on which
 * all its events count, and the options of its answers at that time. If that day is over 90 days ago, a batch is accepted but
 * not stored.
 * @throws ServiceError NOT_FOUND (erased, or its funnel was removed), RATE_LIMITED (2,000 events are stored), UNAVAILABLE.
 */
export async function recordEvents(deps: RecordDeps, batch: EventBatch): Promise<RecordedBatch> {
  const now = deps.clock.now();
  const events = batch.events.map((event) => ({ ...event, occurredAt: event.occurredAt ?? now }));
  const { companyId, funnelId, isPreview } = batch.subject;
  const session: NewSession = {
    analysisHash: batch.analysisHash,
    companyId,
    funnelId,
    isPreview,
    options: await resolveOptions(deps, batch),
    day: utcDay(new Date(Math.min(...events.map(({ occurredAt }) => occurredAt.getTime())))),
  };
  return storeBatch(deps.db, session, events, addDays(utcDay(now), -EVENT_DAYS));
}

async function resolveOptions(deps: RecordDeps, { subject, answers, presence, color }: EventBatch): Promise<string[]> {
  const { funnel } = await deps.resolve(subject).catch((cause: unknown) => {
    // No match is made here: the data is missing only temporarily, and the client should send the batch again.
    if (!(cause instanceof ServiceError) || cause.code !== 'MATCHER_FAILURE') throw cause;
    throw new ServiceError('UNAVAILABLE', 'The funnel is currently unavailable. Send the batch again.', { cause });
  });
  return optionTokens(answersInForce(answers, funnel.steps, presence), color);
}

/** Stores a batch with one statement; retries once after creating a missing partition, and in a transaction near the limit. */
async function storeBatch(
  db: Knex,
  session: NewSession,
  events: readonly TimedEvent[],
  oldest: UtcDay,
): Promise<RecordedBatch> {
  let outcome = await withPartition(db, session, oldest, (since) => recordBatch(db, session, events, since));
  if (outcome === 'refused') {
    outcome = await forCompany(db, session.companyId, async (trx) => {
      const exact = await recordBatchExactly(trx, session.analysisHash, events, oldest);
      if (exact === 'full') throw overLimit();
      return exact;
    });
  }
  if (outcome === 'refused') throw analysisNotFound();
  const accepted = outcome === 'expired' ? events.length : outcome.stored;
  return { accepted, duplicates: events.length - accepted };
}

/**
 * Without a partition, the oldest day counts as over: a replica for which the next day has begun has dropped it. Events that are stored
 * there again would replace the sums of the day.
 */
async function withPartition<T>(
  db: Knex,
  session: NewSession,
  oldest: UtcDay,
  store: (oldest: UtcDay) => Promise<T>,
): Promise<T> {
  try {
    return await store(oldest);
  } catch (error) {
    if (!isMissingPartition(error)) throw error;
    const known = await forCompany(db, session.companyId, (trx) => sessionDay(trx, session.analysisHash));
    const day = known ?? session.day;
    if (day === oldest) return store(addDays(oldest, 1));
    await createPartition(db, day);
    return store(oldest);
  }
}

const overLimit = () =>
  new ServiceError(
    'RATE_LIMITED',
    `An analysis must have at most ${MAX_EVENTS_PER_ANALYSIS} events. No event of this batch was stored.`,
    { retryAfterS: OVER_LIMIT_RETRY_S },
  );
