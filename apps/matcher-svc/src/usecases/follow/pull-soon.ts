import type { Logger } from '@svc/kit';
import type { Companies } from '../companies/companies.js';

/** Maximum wait for newer data that a match or an apply can do without, in milliseconds. */
const TIMEOUT_MS = 1_000;

/**
 * Pulls immediately what a follower would pull soon, and applies it; waits at most a second. After a failure the follower
 * repeats the pull and logs.
 */
export async function pullSoon(
  { companies, log }: { companies: Companies; log: Logger },
  companyId: string,
  pulls: readonly ((companyId: string) => Promise<void>)[],
): Promise<void> {
  const work = Promise.all(pulls.map((pull) => pull(companyId)))
    .then(() => companies.refresh(companyId))
    .catch((error: unknown) => log.debug({ err: error, companyId }, 'newer data could not be pulled'));
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
