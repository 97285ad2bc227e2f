import { type Step, splitWords } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { type FunnelCheck as CheckReport, type DeadEnd, DeadEndKind } from '@svc/proto';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { Participants } from './participants.js';

/** A check takes up to a minute. */
const TIMEOUT_MS = 70_000;
/** Dead ends that a refusal names; the message counts all. */
const MAX_DETAILS = 10;

/**
 * Checks a draft as matcher-svc would serve it: with answers that it asks for there has to be a match. Dead ends that the
 * published version has too do not count, nor those of some color types only. ADR 21.
 * @throws ServiceError CONFLICT with the dead ends, UNAVAILABLE when it cannot be checked.
 */
export async function checkDraft(
  { matcher }: Pick<Participants, 'matcher'>,
  { companyId, id: funnelId, draft, published }: Funnel & { draft: NonNullable<Funnel['draft']> },
): Promise<void> {
  const version = { $case: 'versionId' as const, value: draft.id };
  const request = { companyId, funnelId, version, ...(published ? { baselineVersionId: published.id } : {}) };
  await requireNoDeadEnds({ matcher }, request, { steps: draft.steps, pointer: '/draft/steps', what: 'draft' });
}

/**
 * The same for steps and settings that may be no version yet.
 * @param checked.pointer - of the steps in what the caller sent or stored.
 * @throws ServiceError CONFLICT with the dead ends, UNAVAILABLE when it cannot be checked.
 */
export async function requireNoDeadEnds(
  { matcher }: Pick<Participants, 'matcher'>,
  request: Parameters<Participants['matcher']['checkFunnel']>[0],
  checked: { steps: readonly Step[]; pointer: string; what: 'draft' | 'edit' | 'release' },
): Promise<void> {
  const { what } = checked;
  const { blockingDeadEnds: count, deadEnds } = await receiveReport(
    matcher.checkFunnel(request, { timeoutMs: TIMEOUT_MS }),
  ).catch((cause: unknown) => {
    if (!(cause instanceof ServiceError)) throw cause;
    const message = `The ${what} cannot be checked now, so nothing was published. Try again, or publish it unchecked with "force": true.`;
    const { retryAfterS } = cause;
    throw new ServiceError('UNAVAILABLE', message, { cause, ...(retryAfterS === undefined ? {} : { retryAfterS }) });
  });
  if (count === 0) return;
  const blocking = (deadEnds?.first ?? [])
    .filter(({ kind }) => kind === DeadEndKind.DEAD_END_KIND_ANSWERS)
    .slice(0, MAX_DETAILS);
  throw new ServiceError(
    'CONFLICT',
    `The ${what} has ${count === 1 ? '1 dead end' : `${count} dead ends`}: answers after which nothing is shown. Nothing was published. Change the ${what === 'release' ? 'questions' : what} or the settings, or publish it nevertheless with "force": true.`,
    {
      details: blocking.map((deadEnd) => ({
        path: toPointer(deadEnd, checked),
        message: describeDeadEnd(deadEnd),
      })),
    },
  );
}

async function receiveReport(responses: ReturnType<Participants['matcher']['checkFunnel']>): Promise<CheckReport> {
  for await (const { event } of responses) {
    if (event?.$case === 'report') return event.value;
  }
  throw new ServiceError('INTERNAL', 'The check ended without a report.');
}

/** The last step that takes part, where the shopper stands when nothing is left; the whole draft if none does. */
function toPointer({ answers }: DeadEnd, { steps, pointer }: { steps: readonly Step[]; pointer: string }): string {
  const index = steps.findIndex(({ id }) => id === answers.at(-1)?.step);
  return index < 0 ? '' : `${pointer}/${index}`;
}

const describeDeadEnd = ({ answers }: DeadEnd): string =>
  answers.length === 0
    ? 'Nothing matches, whatever is answered.'
    : `Nothing matches with ${answers.map(splitWords).join(' and ')}.`;
