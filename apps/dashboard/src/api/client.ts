import createClient from 'openapi-fetch';
import type { components, paths } from '../gen/api.js';
import { ApiError, toApiError } from './api-error.js';
import { createReportingFetch } from './connection.js';
import { askForSignIn } from './question.js';
import { createGatedFetch } from './sign-in-gate.js';

export type Schemas = components['schemas'];

const gatedFetch = createGatedFetch(
  askForSignIn,
  createReportingFetch((request) => fetch(request)),
);

/** The management API and `/auth`, typed by the OpenAPI document. The session is a cookie, which scripts cannot read. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: gatedFetch });

type Answer<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** The body of a successful answer. @throws ApiError for every other outcome. */
export const load = async <T>(answer: Answer<T>): Promise<T> => (await loadState(answer)).value;

/** The same with its ETag, which a change of it names. */
export async function loadState<T>(answer: Answer<T>): Promise<{ value: T; etag: string }> {
  const { data, error, response } = await answer.catch((cause: unknown) => {
    throw new ApiError(0, 'OFFLINE', cause instanceof Error ? cause.message : 'No answer came.');
  });
  if (!response.ok) throw toApiError(response, error);
  return { value: data as T, etag: response.headers.get('etag') ?? '' };
}
