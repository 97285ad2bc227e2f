import type { FunnelPage } from '@svc/domain';
import { fetchAssigned, isUnassigned } from './visits/assign-questions.js';
import { getVisitorId } from './visits/stored-visitor.js';
import { visitId } from './visits/visit-id.js';

/** What the server wrote into the page's HTML. */
export function readPage(document: Pick<Document, 'getElementById'>): FunnelPage {
  const text = document.getElementById('page')?.textContent;
  if (!text) throw new Error('The page has no <script id="page">: the server writes it.');
  return JSON.parse(text) as FunnelPage;
}

/**
 * The same page as another address gives it, for example in another language. Undefined: it could not be had, and loading that
 * address is what is left to do.
 */
export async function fetchPage(href: string): Promise<FunnelPage | undefined> {
  try {
    const answer = await fetch(href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
    if (!answer.ok) return undefined;
    const page = readPage(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (!isUnassigned(page)) return page;
    return JSON.parse(await fetchAssigned(new URL(href).search, getVisitorId(page) ?? visitId)) as FunnelPage;
  } catch {
    return undefined;
  }
}
