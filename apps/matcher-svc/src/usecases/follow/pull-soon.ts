import type { Logger } from '@svc/kit';
import type { Companies } from '../companies/companies.js';

/** Longest wait for something newer that a match or an apply can do without, milliseconds. */
const PATIENCE_MS = 1_000;

/**
 * Pulls now what a follower would pull soon, and takes it over; waits a second at most. A failure is left to the
 * follower, which repeats the pull and logs.
 */
export async function pullSoon(
  { companies, log }: { companies: Companies; log: Logger },
  companyId: string,
  pulls: readonly ((companyId: string) => Promise<void>)[],
): Promise<void> {
  const work = Promise.all(pulls.map((pull) => pull(companyId)))
    .then(() => companies.refresh(companyId))
    .catch((error: unknown) => log.debug({ err: error, companyId }, 'nothing newer could be pulled'));
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
