/** What an answer asks for: a new sign-in because the session ended, or a confirmation that it is still the same user. */
export type Need = 'SIGN_IN' | 'CONFIRMATION';

/** Asks the user; false: the user declined, and the request fails as it did. */
export type Ask = (need: Need) => Promise<boolean>;

/** Routes that are 401 for what the user typed, or before there is a session. */
const OWN_401 = /^\/auth\//;

/**
 * A `fetch` that asks in place and repeats the request when a session ended or a sign-in is not fresh, so that nothing typed is lost.
 * Requests that fail simultaneously share one question. docs/dashboard.md Y3.
 */
export function createGatedFetch(ask: Ask, send: (request: Request) => Promise<Response>) {
  const asked = new Map<Need, Promise<boolean>>();
  const askOnce = (need: Need) => {
    const pending = asked.get(need) ?? ask(need).finally(() => asked.delete(need));
    asked.set(need, pending);
    return pending;
  };
  return async (request: Request): Promise<Response> => {
    const repeated = request.clone();
    const response = await send(request);
    const need = response.status === 401 ? await getNeed(request, response.clone()) : undefined;
    return need && (await askOnce(need)) ? send(repeated) : response;
  };
}

async function getNeed(request: Request, response: Response): Promise<Need | undefined> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  if (error === 'REAUTHENTICATION_REQUIRED') return 'CONFIRMATION';
  return error === 'UNAUTHORIZED' && !OWN_401.test(new URL(request.url).pathname) ? 'SIGN_IN' : undefined;
}
