import type { PageRuntime, Runtime } from './runtime.js';

/** What the loader lets a change do. */
export interface PageControl {
  runtime: PageRuntime;
  /** Of the address that was acted on last. */
  path: string;
  /** Reads `window.SVC_AI` again. */
  readSettings(): void;
  /** Forgets the configuration. */
  reset(): void;
}

/** Acts on events of the page: settings, routes, frameworks that replace the body, and violations of the page's policy. */
export async function handleChange(event: Event, control: PageControl): Promise<void> {
  const { runtime } = control;
  if (event.type === 'securitypolicyviolation') return reportViolation(runtime, event as SecurityPolicyViolationEvent);
  if (event.type === 'svc-settings-changed') {
    const before = getScope(runtime);
    control.readSettings();
    if (getScope(runtime) !== before) control.reset();
    await runtime.config();
  }
  // A page without that code has nothing that could change.
  if (!(await runtime.load('page'))) return;
  if (event.type === 'svcOnRouteChange') {
    const { pathname } = location;
    if (pathname === control.path) return;
    control.path = pathname;
  }
  runtime.apply();
  if (event.type === 'svc-settings-changed') runtime.notify('settings');
  if (event.type === 'svcOnRouteChange') runtime.notify('route');
}

/** Settings that the configuration depends on. */
const getScope = ({ settings: { companyId, platformBaseUrl, includeDraftFunnel } }: Runtime): string =>
  [companyId, platformBaseUrl, includeDraftFunnel].join();

function reportViolation(runtime: Runtime, { blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
  const funnels = runtime.current?.funnels ?? [];
  const addresses = [runtime.settings.platformBaseUrl, ...funnels.map(({ address }) => address)];
  if (addresses.some((address) => blockedURI.startsWith(address)))
    runtime.warn(
      effectiveDirective === 'frame-src' ? 'frame-refused' : 'csp',
      `Allow ${blockedURI} in ${effectiveDirective}.`,
    );
}
