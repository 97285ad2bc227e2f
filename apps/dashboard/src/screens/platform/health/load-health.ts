import { ApiError, toApiError } from '../../../api/api-error.js';

export interface ServiceHealth {
  name: string;
  isUp: boolean;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The services of a probe. Its 503 is an answer too: it says which of them are down. */
export async function loadHealth(probe: () => Promise<Answer>): Promise<ServiceHealth[]> {
  const { data, error, response } = await probe().catch((cause: unknown) => {
    throw new ApiError(0, 'OFFLINE', cause instanceof Error ? cause.message : 'No answer came.');
  });
  const { services } = (data ?? error ?? {}) as { services?: Record<string, boolean> };
  if (!services) throw toApiError(response, error);
  return Object.entries(services).map(([name, isUp]) => ({ name, isUp }));
}
