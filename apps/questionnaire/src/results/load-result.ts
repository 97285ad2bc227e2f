import type { ResultCards, ResultView } from '@svc/domain';

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

export type Loaded<T> = { value: T } | { failure: ResultFailure; requestId: string | null };

export interface LoadDeps {
  fetch: typeof fetch;
  sleep(ms: number): Promise<void>;
  isOnline(): boolean;
}

/** One automatic retry: reading is safe to repeat. */
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
  const first = await attempt(url, isRight, deps);
  if ('value' in first || first.failure !== 'trouble') return first;
  await deps.sleep(QUIET_RETRY_MS);
  return attempt(url, isRight, deps);
}

async function attempt<T>(url: string, isRight: (body: unknown) => body is T, deps: LoadDeps): Promise<Loaded<T>> {
  try {
    const answer = await deps.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), credentials: 'omit' });
    const body: unknown = await answer.json();
    if (answer.ok && isRight(body)) return { value: body };
    return { failure: toFailure(answer.status), requestId: answer.headers.get('x-request-id') };
  } catch {
    return { failure: deps.isOnline() ? 'trouble' : 'offline', requestId: null };
  }
}

/** By status: 404 and 422 do not change with a retry. */
function toFailure(status: number): ResultFailure {
  if (status === 404) return 'unknown';
  if (status === 422) return 'large';
  return status === 429 ? 'busy' : 'trouble';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Something in between may answer 200 with anything: a failure must not look like a result without products. */
const isView = (body: unknown): body is ResultView =>
  isRecord(body) && Array.isArray(body.variants) && Array.isArray(body.tabs) && isRecord(body.cards);
const isCards = (body: unknown): body is ResultCards => isRecord(body) && isRecord(body.cards);
