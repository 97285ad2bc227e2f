import type { WarningCode } from './runtime.js';

/** `config` and `frame-refused` are one cause with several texts. */
const ONE_CAUSE = /^(?:conf|fr)/;

/**
 * Logs each cause once per page load, with the address that explains it.
 * @param origin - of the platform.
 */
export function createWarn(log: Pick<Console, 'warn'>, origin: string): (code: WarningCode, text: string) => void {
  const logged = new Set<string>();
  return (code, text) => {
    const cause = ONE_CAUSE.test(code) ? code : text;
    if (logged.has(cause)) return;
    logged.add(cause);
    log.warn(`svc [${code}] ${text} ${origin}/docs/components#${code}`);
  };
}
