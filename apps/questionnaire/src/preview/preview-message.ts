import type { FunnelPage, MatchingAnswers, ResultView } from '@svc/domain';

/** A page that the dashboard shows in the frame of the preview host. docs/adr/0083-the-preview-host.md. */
export interface PageMessage {
  type: 'page';
  /** Rises with every message; an older one is ignored. */
  seq: number;
  page: FunnelPage;
}

/** What the dashboard chose: the question to show, and answers. */
export interface ShowMessage {
  type: 'show';
  seq: number;
  /** Null: the one that is shown. */
  stepId: number | null;
  /** Answers in place of those that were given, as the page reads them; null: these stay. */
  answers: object | null;
}

/** What the answers of the preview lead to, for its end. */
export interface ResultMessage {
  type: 'result';
  seq: number;
  result: ResultView;
}

export type PreviewMessage = PageMessage | ShowMessage | ResultMessage;

/** What a preview shows: the question, null at the end, and the answers that were given. */
export interface PreviewState {
  stepId: number | null;
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasContact: boolean;
}

/** @param key - of this frame, which only its dashboard page knows. @returns undefined for everything else that is sent to a page. */
export function readMessage(data: unknown, key: string): PreviewMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, k, type, seq, page, stepId, answers, result } = data as Record<string, unknown>;
  if (svc !== 1 || k !== key || typeof seq !== 'number') return undefined;
  if (type === 'show') {
    return {
      ...{ type, seq, stepId: typeof stepId === 'number' ? stepId : null },
      answers: typeof answers === 'object' ? answers : null,
    };
  }
  if (type === 'page' && Array.isArray((page as Partial<FunnelPage> | null)?.steps))
    return { type, seq, page: page as FunnelPage };
  if (type === 'result' && Array.isArray((result as Partial<ResultView> | null)?.variants))
    return { type, seq, result: result as ResultView };
  return undefined;
}

/** The dashboard next to a preview host; it is the only page that may send. */
export const toDashboardOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^preview\./, 'dashboard.')}`;

/**
 * Carries out messages one after the other. One that is older than one before is ignored (docs/dashboard.md Y16.6), and a page that
 * another one follows is left out, so that a slow frame does not fall behind.
 * @returns takes a message.
 */
export function createInbox(carryOut: (message: PreviewMessage) => Promise<void>): (message: PreviewMessage) => void {
  const waiting: PreviewMessage[] = [];
  let last = -1;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    try {
      for (let message = waiting.shift(); message; message = waiting.shift()) {
        if (message.type !== 'page' || waiting[0]?.type !== 'page') await carryOut(message);
      }
    } finally {
      isBusy = false;
    }
  };
  return (message) => {
    if (message.seq <= last) return;
    last = message.seq;
    waiting.push(message);
    if (!isBusy) void work();
  };
}
