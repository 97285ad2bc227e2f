import type { FunnelPage } from '@svc/domain';
import { readJson, type SafeStorage } from '../shared/safe-storage.js';
import type { Landing } from './landing.js';
import { type QuizAnswers, readQuizAnswers, toRecord } from './quiz-answers.js';

/** A visit as the tab remembers it over reloads. The picture is not in it. */
export interface SavedVisit {
  versionId: string;
  stepId: number | null;
  answers: QuizAnswers;
  /** A picture had been added; reloading lost it. */
  hadSelfie: boolean;
  /** The page was loaded again on purpose, for another language. */
  isReload: boolean;
  /** ISO 8601; null: nothing answered yet. */
  startedAt: string | null;
  landing: Landing;
  /** The Idempotency-Key that these answers were or will be sent with. */
  attempt: { fingerprint: string; key: string } | null;
  /** The analysis that these answers became. */
  done: { fingerprint: string; analysisId: string } | null;
}

const FORMAT = 1;

/** Previews of drafts are apart from what shoppers do. */
export const visitKey = ({ funnel, isPreview }: Pick<FunnelPage, 'funnel' | 'isPreview'>): string =>
  `svc:visit:${funnel.id}${isPreview ? ':preview' : ''}`;

export function saveVisit(storage: SafeStorage, key: string, visit: SavedVisit): void {
  storage.set(key, JSON.stringify({ format: FORMAT, ...visit }));
}

/** Null: nothing kept, or nothing that this release understands. */
export function readVisit(storage: SafeStorage, key: string): SavedVisit | null {
  const saved = toRecord(readJson(storage, key));
  if (saved.format !== FORMAT || typeof saved.versionId !== 'string') return null;
  const landing = toRecord(saved.landing);
  return {
    versionId: saved.versionId,
    stepId: Number.isInteger(saved.stepId) ? (saved.stepId as number) : null,
    answers: readQuizAnswers(saved.answers),
    hadSelfie: saved.hadSelfie === true,
    isReload: saved.isReload === true,
    startedAt: textOrNull(saved.startedAt),
    landing: { source: textOrNull(landing.source), queryString: textOrNull(landing.queryString) },
    attempt: readPair(saved.attempt, 'key'),
    done: readPair(saved.done, 'analysisId'),
  };
}

function readPair<Name extends string>(
  value: unknown,
  name: Name,
): ({ fingerprint: string } & Record<Name, string>) | null {
  const record = toRecord(value);
  const [fingerprint, other] = [textOrNull(record.fingerprint), textOrNull(record[name])];
  return fingerprint && other
    ? ({ fingerprint, [name]: other } as { fingerprint: string } & Record<Name, string>)
    : null;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
