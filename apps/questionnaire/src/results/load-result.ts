import { getRetryMs } from '@svc/components';
import { isRecord, type ResultCards, type ResultView } from '@svc/domain';
import { MAX_WAIT_MS, MAX_WAITS, toSeconds } from '../shared/asked-wait.js';

/** Why a result is not shown, as the page says it. */
export type ResultFailure =
  | 'offline'
  /** No answer, or one of a service in trouble. */
  | 'trouble'
  | 'busy'
  /** Unknown, erased, or of another funnel. */
  | 'unknown'
  /** More than one match may compare: the merchant has to choose. */
  | 'large';

export type Loaded<T> =
  | { value: T }
  /** `waitS`: seconds that the service asked to wait, where that is longer than the page waits by itself. */
  | { failure: ResultFailure; requestId: string | null; waitS?: number };

export interface LoadDeps {
  fetch: typeof fetch;
  sleep(ms: number): Promise<void>;
  /** The service asked to wait so long before the next attempt; 0: the wait is over. */
  onWait(ms: number): void;
  isOnline(): boolean;
}

/** One automatic retry: reading is safe to repeat. */
const QUIET_RETRIES = 1;
const QUIET_RETRY_MS = 800;
/** The gateway's own deadline is shorter. */
const TIMEOUT_MS = 10_000;

/**
 * The result of an analysis, from the page's own host. Never rejects.
 * @param wanted.links - with the addresses of all variants, which a page in a frame sends to its parent.
 */
export function loadResult(
  analysisId: string,
  wanted: { locale: string; links: boolean },
  deps: LoadDeps,
): Promise<Loaded<ResultView>> {
  const query = new URLSearchParams({ locale: wanted.locale, ...(wanted.links && { links: 'true' }) });
  return read(`/api/results/${encodeURIComponent(analysisId)}?${query}`, isView, deps);
}

/** Further cards of it, at most 48. Never rejects. */
export function loadCards(
  analysisId: string,
  variantIds: readonly string[],
  locale: string,
  deps: LoadDeps,
): Promise<Loaded<ResultCards>> {
  const query = new URLSearchParams([...variantIds.map((id) => ['variantId', id]), ['locale', locale]]);
  return read(`/api/results/${encodeURIComponent(analysisId)}/cards?${query}`, isCards, deps);
}

async function read<T>(url: string, isRight: (body: unknown) => body is T, deps: LoadDeps): Promise<Loaded<T>> {
  let waits = MAX_WAITS;
  for (let retries = QUIET_RETRIES; ; ) {
    const { loaded, waitMs } = await attempt(url, isRight, deps);
    if (!('failure' in loaded) || (loaded.failure !== 'trouble' && loaded.failure !== 'busy')) return loaded;
    if (waitMs > 0) {
      if (waits === 0 || waitMs > MAX_WAIT_MS) return { ...loaded, waitS: toSeconds(waitMs) };
      waits -= 1;
      deps.onWait(waitMs);
      await deps.sleep(waitMs);
      deps.onWait(0);
    } else {
      if (retries === 0 || loaded.failure === 'busy') return loaded;
      retries -= 1;
      await deps.sleep(QUIET_RETRY_MS);
    }
  }
}

/** `waitMs`: what the service asked for; 0: nothing. */
interface Attempt<T> {
  loaded: Loaded<T>;
  waitMs: number;
}

async function attempt<T>(url: string, isRight: (body: unknown) => body is T, deps: LoadDeps): Promise<Attempt<T>> {
  try {
    const answer = await deps.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit' });
    const body: unknown = await answer.json();
    if (answer.ok && isRight(body)) return { loaded: { value: body }, waitMs: 0 };
    const requestId = answer.headers.get('x-request-id');
    return { loaded: { failure: toFailure(answer.status), requestId }, waitMs: getRetryMs(answer) };
  } catch {
    return { loaded: { failure: deps.isOnline() ? 'trouble' : 'offline', requestId: null }, waitMs: 0 };
  }
}

/** By status: 404 and 422 do not change with a retry. */
function toFailure(status: number): ResultFailure {
  if (status === 404) return 'unknown';
  if (status === 422) return 'large';
  return status === 429 ? 'busy' : 'trouble';
}

/** Something in between may answer 200 with anything: a failure must not look like a result without products. */
const isView = (body: unknown): body is ResultView =>
  isRecord(body) && Array.isArray(body.variants) && Array.isArray(body.tabs) && isRecord(body.cards);
const isCards = (body: unknown): body is ResultCards => isRecord(body) && isRecord(body.cards);
