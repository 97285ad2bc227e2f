import { DASHBOARD_ORIGIN } from './sessions.js';

/** Headers of a change with the session cookie, and whether the gateway accepts it. docs/identity.md I4.4. */
export const ORIGIN_CASES: readonly (readonly [string, Readonly<Record<string, string | string[]>>, boolean])[] = [
  ['no Origin', {}, false],
  ['Origin null', { origin: 'null' }, false],
  ['a funnel host', { origin: 'https://beauty.svc.test:8080' }, false],
  ['the API host', { origin: 'https://svc.test:8080' }, false],
  ['http', { origin: 'http://dashboard.svc.test:8080' }, false],
  ['another port', { origin: 'https://dashboard.svc.test' }, false],
  ['a longer name', { origin: `${DASHBOARD_ORIGIN}.evil.example` }, false],
  ['two origins', { origin: [DASHBOARD_ORIGIN, 'https://beauty.svc.test:8080'] }, false],
  ['the dashboard, but a same-site request', { origin: DASHBOARD_ORIGIN, 'sec-fetch-site': 'same-site' }, false],
  ['the dashboard, but a form', { origin: DASHBOARD_ORIGIN, 'content-type': 'text/plain' }, false],
  ['the dashboard', { origin: DASHBOARD_ORIGIN }, true],
  ['the dashboard with Fetch Metadata', { origin: DASHBOARD_ORIGIN, 'sec-fetch-site': 'same-origin' }, true],
];
