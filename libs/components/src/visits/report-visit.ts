import type { Runtime } from '../loader/runtime.js';
import { postReport } from '../reporting/post-report.js';
import { browserStorage } from '../storage/record-list.js';
import { VISITOR_KEY } from '../visitor/visitor-record.js';
import { createVisitCounter } from './visit-counter.js';
import { watchPage } from './watch-page.js';

/**
 * Counts this page load of the shop, and reports it by an id that is in memory only. docs/components.md B13.8.
 * @param runtime - with a configuration; without one there is nothing to count.
 */
export function define(runtime: Runtime): void {
  if (!runtime.current?.domainAllowed) return;
  // The company decided otherwise since then.
  if (!runtime.current.visitor) browserStorage(window)?.removeItem(VISITOR_KEY);
  // 128 bits.
  const visitId = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const isAllowed = (): boolean => runtime.consent === 'granted';
  const counter = createVisitCounter({
    isAllowed,
    send(events) {
      const { companyId: company } = runtime.settings;
      return postReport(runtime, 'visits', JSON.stringify({ kind: 'SHOP', visitId, company, events }));
    },
    now: () => performance.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
  });
  runtime.count = counter.count;
  watchPage(runtime, counter);
  runtime.onChange(() => isAllowed() || counter.drop());
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') counter.flush();
  };
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', counter.flush);
}
