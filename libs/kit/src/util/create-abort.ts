import { setMaxListeners } from 'node:events';

/**
 * A controller whose signal ends any number of calls that run at the same time, such as the checks of `/readyz` or the analyses of an
 * order. Each call removes its listener when it ends; Node takes more than ten listeners for a leak and would warn of them.
 */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
