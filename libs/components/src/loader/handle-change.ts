import type { Runtime } from './runtime.js';

/** What the loader lets a change do. */
export interface PageControl {
  runtime: Runtime;
  /** Of the address that was acted on last. */
  path: string;
  /** Reads `window.SVC_AI` again. */
  readSettings(): void;
  /** Forgets the configuration. */
  reset(): void;
  /** Creates and removes automatic elements. */
  apply(): void;
}

/** Acts on events of the page: settings, routes, frameworks that replace the body, and violations of the page's policy. */
export async function handleChange(event: Event, control: PageControl): Promise<void> {
  const { runtime, apply } = control;
  if (event.type === 'svc-settings-changed') {
    const before = getScope(runtime);
    control.readSettings();
    if (getScope(runtime) !== before) control.reset();
    await runtime.config();
    apply();
    runtime.notify('settings');
  } else if (event.type === 'svcOnRouteChange') {
    const { pathname } = location;
    if (pathname === control.path) return;
    control.path = pathname;
    apply();
    runtime.notify('route');
  } else if (event.type === 'securitypolicyviolation') {
    reportViolation(runtime, event as SecurityPolicyViolationEvent);
  } else {
    apply();
  }
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
