import { ServiceError } from '@svc/kit';

interface Headers {
  set(name: string, value: string): void;
}

/**
 * Runs a change on a known state. If the state is another one, the 412 has the ETag of the current state; without one, there is none.
 * @param load - the headers of the current state. That it fails is no reason to fail otherwise.
 */
export async function nameCurrentState<T>(
  ctx: Headers,
  change: () => Promise<T>,
  load: () => Promise<{ ETag: string }>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'PRECONDITION_FAILED') {
      const current = await load().catch(() => undefined);
      if (current) ctx.set('ETag', current.ETag);
    }
    throw error;
  }
}
