import { getRetryMs } from '@svc/components';
import type { FunnelPage } from '@svc/domain';
import { MAX_WAIT_MS } from '../shared/asked-wait.js';
import { getVisitorId } from './stored-visitor.js';
import { visitId } from './visit-id.js';

/** Pauses before further attempts, milliseconds. */
const AGAIN_MS = [300, 1_000, 3_000];

/** Whether the questions must be requested first: a test runs, and the page has none. */
export const isUnassigned = (page: FunnelPage): boolean => page.experiment?.arm === null;

export interface AssignDeps {
  fetch: typeof fetch;
  sleep(ms: number): Promise<void>;
}

const DEPS: AssignDeps = {
  fetch: (input, init) => fetch(input, init),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * The questions of this visit's arm, as JSON; every arm requests them, so that none is slower. docs/insight.md N13.9.
 * @param search - of the address: its `locale` is that of the page.
 * A further attempt is not made before the time that the service asked for.
 * @throws Error after three further attempts, and when the service asks to wait for more than 30 s.
 */
export async function fetchAssigned(search: string, unit: string, deps: AssignDeps = DEPS): Promise<string> {
  const query = new URLSearchParams({ unit });
  const locale = new URLSearchParams(search).get('locale');
  if (locale !== null) query.set('locale', locale);
  for (let attempt = 0; ; attempt += 1) {
    const answer = await request(`/api/v1/questionnaire?${query}`, deps);
    if (typeof answer === 'string') return answer;
    const pauseMs = AGAIN_MS[attempt];
    if (pauseMs === undefined || answer.waitMs > MAX_WAIT_MS) throw new Error('The questions could not be loaded.');
    await deps.sleep(Math.max(pauseMs, answer.waitMs));
  }
}

/** The questions, or how long the service asked to wait; 0: it did not. */
async function request(address: string, deps: AssignDeps): Promise<string | { waitMs: number }> {
  try {
    const answer = await deps.fetch(address, { credentials: 'omit', cache: 'no-store' });
    return answer.ok ? await answer.text() : { waitMs: getRetryMs(answer) };
  } catch {
    return { waitMs: 0 };
  }
}

/** Puts the questions of the arm of this visitor, or of this visit, into the document. What the page shows while it loads stays if they cannot be had. */
export async function assignQuestions(document: Document): Promise<void> {
  const element = document.getElementById('page');
  if (!element) return;
  const page = JSON.parse(element.textContent ?? '') as FunnelPage;
  element.textContent = await fetchAssigned(location.search, getVisitorId(page) ?? visitId);
}
