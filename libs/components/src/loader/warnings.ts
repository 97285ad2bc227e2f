import type { WarningCode } from './runtime.js';

/** Codes with several causes, each of which its text names. */
const NAMED = 'funnel chunk taken setting csp';

/** Logs each cause once per page load, with the address of the page that explains it. */
export function createWarn(
  log: Pick<Console, 'warn'>,
  getPage: () => string,
): (code: WarningCode, text: string) => void {
  const logged = new Set<string>();
  return (code, text) => {
    const cause = NAMED.includes(code) ? code + text : code;
    if (logged.has(cause)) return;
    logged.add(cause);
    log.warn(`svc [${code}] ${text} ${getPage()}`);
  };
}
