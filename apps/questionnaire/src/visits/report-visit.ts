import { declinesTracking } from '@svc/components';
import type { FunnelPage } from '@svc/domain';
import { visitId } from './visit-id.js';
import { type VisitFacts, VisitReporter } from './visit-reporter.js';

/** Below this many CSS pixels, the shorter side of a touch screen is that of a phone. */
const TABLET_PX = 600;

/** The visit of this page load. It is reported once `setState('on')` was called. */
export function reportVisit(getFacts: () => Omit<VisitFacts, 'device'>): VisitReporter {
  const device = getDevice(window);
  const reporter = new VisitReporter({
    getFacts: () => ({ ...getFacts(), device }),
    send: (body) =>
      fetch('/api/v1/visits', {
        method: 'POST',
        // Outlives the page.
        keepalive: true,
        credentials: 'omit',
        // As for events: needs no preflight wherever the page is.
        headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
        body,
      }).catch(() => null),
    now: () => performance.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    newId: () => visitId,
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') reporter.hide();
    else reporter.show();
  });
  return reporter;
}

/** The kind of device, by its main pointer and its screen. docs/insight.md N4.4. */
export function getDevice(page: {
  matchMedia(query: string): { matches: boolean };
  screen: { width: number; height: number };
}): VisitFacts['device'] {
  if (!page.matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(page.screen.width, page.screen.height) < TABLET_PX ? 'phone' : 'tablet';
}

/**
 * Whether a page that is in no frame of the component script may report. `consent` of the address, which a consent tool of the merchant
 * sets, comes before the browser's own signal. docs/insight.md N3.4.
 */
export function mayReport(consent: FunnelPage['trackingConsent'], search: string, browser: object): boolean {
  if (consent === 'OFF') return false;
  const said = new URLSearchParams(search).get('consent');
  if (said === 'granted' || said === 'denied') return said === 'granted';
  return consent !== 'REQUIRED' && !declinesTracking(browser);
}
