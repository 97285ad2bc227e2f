import type { FunnelPage } from '@svc/domain';

/** What the server wrote into the page's HTML. */
export function readPage(document: Pick<Document, 'getElementById'>): FunnelPage {
  const text = document.getElementById('page')?.textContent;
  if (!text) throw new Error('The page has no <script id="page">: the server writes it.');
  return JSON.parse(text) as FunnelPage;
}
