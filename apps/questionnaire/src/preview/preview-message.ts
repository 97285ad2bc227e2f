import type { FunnelPage, MatchingAnswers, ResultView } from '@svc/domain';

/** A page that the dashboard shows in the frame of the preview host. docs/adr/0083-the-preview-host.md. */
export interface PageMessage {
  /** Rises with every message; an older one is ignored. */
  seq: number;
  page: FunnelPage;
  /** The question to show; null: the one that is shown. */
  stepId: number | null;
  /** Answers in place of those that were given, as the page reads them; null: these stay. */
  answers: object | null;
}

/** What the answers of the preview lead to, for its end. */
export interface ResultMessage {
  /** One sequence with the messages of pages. */
  seq: number;
  result: ResultView;
}

/** What a preview shows: the question, null at the end, and the answers that were given. */
export interface PreviewState {
  stepId: number | null;
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasContact: boolean;
}

/** @param key - of this frame, which only its dashboard page knows. */
export function readPageMessage(data: unknown, key: string): PageMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, type, k, seq, page, stepId, answers } = data as Record<string, unknown>;
  const isPage = typeof page === 'object' && page !== null && Array.isArray((page as FunnelPage).steps);
  if (svc !== 1 || type !== 'page' || k !== key || typeof seq !== 'number' || !isPage) return undefined;
  return {
    ...{ seq, page: page as FunnelPage, stepId: typeof stepId === 'number' ? stepId : null },
    answers: typeof answers === 'object' ? answers : null,
  };
}

/** @param key - of this frame. */
export function readResultMessage(data: unknown, key: string): ResultMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, type, k, seq, result } = data as Record<string, unknown>;
  const isResult = typeof result === 'object' && result !== null && Array.isArray((result as ResultView).variants);
  if (svc !== 1 || type !== 'result' || k !== key || typeof seq !== 'number' || !isResult) return undefined;
  return { seq, result: result as ResultView };
}

/** The dashboard next to a preview host; it is the only page that may send. */
export const toDashboardOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^preview\./, 'dashboard.')}`;

/** Numbers of messages, which rise: a message that is older than one before is not the next. docs/dashboard.md Y16.6. */
export function createNumbers() {
  let last = -1;
  return {
    get last() {
      return last;
    },
    isNext(seq: number): boolean {
      if (seq <= last) return false;
      last = seq;
      return true;
    },
  };
}
