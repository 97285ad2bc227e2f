/** Events that the shop page dispatches on `window`. docs/contract.md C21.2. */
export const INTEGRATOR_EVENTS = ['svc-settings-changed', 'svcOnRouteChange', 'svc-data-synchronized'] as const;

declare global {
  interface WindowEventMap {
    /** `window.SVC_AI` changed after the components were loaded. */
    'svc-settings-changed': Event;
    /** The route changed without a full page load. */
    svcOnRouteChange: Event;
    /** The integrator changed the browser storage records. */
    'svc-data-synchronized': Event;
  }
}

/**
 * Calls `listener` when the path of a single page application changed; a change of the query alone, such as the chosen
 * variant, is not one. docs/contract.md C21.3.
 * @returns stops listening.
 */
export function onPathChange(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'> & { location: { pathname: string } },
  listener: (pathname: string) => void,
): () => void {
  let last = target.location.pathname;
  const changed = () => {
    const { pathname } = target.location;
    if (pathname === last) return;
    last = pathname;
    listener(pathname);
  };
  target.addEventListener('svcOnRouteChange', changed);
  return () => target.removeEventListener('svcOnRouteChange', changed);
}
