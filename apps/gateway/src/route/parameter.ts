import { isHandle, isLocale } from '@svc/domain';
import { type ErrorCode, ServiceError } from '@svc/kit';
import { toLookupId } from '../parse/opaque-id.js';

/** One parameter of a path, a query or a header: how it is read, and how the OpenAPI document shows it. */
export interface Parameter<T> {
  readonly description: string;
  readonly example: unknown;
  /** JSON Schema. Default: a string. */
  readonly schema?: object;
  readonly required?: boolean;
  /**
   * @param values - as sent, in order; empty when the parameter is missing.
   * @param name - of the parameter, for messages.
   * @throws ServiceError INVALID_QUERY, INVALID_REQUEST for a header, or NOT_FOUND for a path that nothing can have.
   */
  read(values: readonly string[], name: string): T;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
/** What a handler gets of its parameters. */
export type ValuesOf<P> = { readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never };

interface Description {
  description: string;
  example: unknown;
  schema?: object;
}

/** A parameter that is given at most once; a handler gets undefined when it is missing. */
export function optional<T>(
  description: Description,
  parse: (value: string, name: string) => T,
): Parameter<T | undefined> {
  return {
    ...description,
    read: (values, name) => {
      if (values.length > 1) throw new ServiceError('INVALID_QUERY', `${name} must be given at most once.`);
      return values[0] === undefined ? undefined : parse(values[0], name);
    },
  };
}

/** A parameter whose first value is taken as it is; empty when it is missing. */
export const text = (description: string, example: string, schema?: object): Parameter<string> => ({
  description,
  example,
  ...(schema ? { schema } : {}),
  read: ([value = '']) => value,
});

/** Text that the service behind the route requires; empty when it is missing. */
export const requiredText = (description: string, example: string): Parameter<string> => ({
  ...text(description, example),
  required: true,
});

/** A BCP 47 language tag. */
export const locale = (description: string): Parameter<string | undefined> =>
  optional({ description, example: 'de-CH' }, (value, name) => {
    if (isLocale(value)) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must be a BCP 47 language tag, for example de-CH.`);
  });

const FLAG_SCHEMA = { type: 'string', enum: ['true', 'false'], default: 'false' };

function parseFlag(value: string, name: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new ServiceError('INVALID_QUERY', `${name} must be 'true' or 'false'.`);
}

/** `true` or `false`; false when it is missing. */
export const flag = (description: string): Parameter<boolean> => ({
  description,
  example: 'true',
  schema: FLAG_SCHEMA,
  read: ([value = 'false'], name) => parseFlag(value, name),
});

/** `true` or `false`, at most once. */
export const singleFlag = (description: string): Parameter<boolean | undefined> =>
  optional({ description, example: 'true', schema: FLAG_SCHEMA }, parseFlag);

/** The sub-domain of a funnel, by which a list is filtered. */
export const subdomain = (description: string): Parameter<string | undefined> =>
  optional({ description, example: 'beauty' }, (value, name) => {
    if (isHandle(value)) return value;
    throw new ServiceError('INVALID_QUERY', `${name} must be the sub-domain of a funnel.`);
  });

/** An opaque id in a query. A malformed one takes the same way as an unknown one. */
export const optionalId = (description: string, example: string): Parameter<string | undefined> =>
  optional({ description, example }, toLookupId);

/** An opaque id in a path. A malformed one takes the same way as an unknown one. */
export const pathId = (description: string, example: string): Parameter<string> => ({
  description,
  example,
  read: ([value = '']) => toLookupId(value),
});

/** A handle or a sub-domain in a path; one that cannot be one is not there. */
export const pathName = (what: string, description: string, example: string): Parameter<string> => ({
  description,
  example,
  read: ([value = '']) => {
    if (isHandle(value)) return value;
    throw new ServiceError('NOT_FOUND', `There is no ${what}.`);
  },
});

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_CURSOR_LENGTH = 512;

/** The query of a list: `limit` and `cursor`. docs/management.md "What the file contains". */
export const paging = {
  limit: {
    description: `1 to ${MAX_LIMIT}.`,
    example: 20,
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    read: ([value = String(DEFAULT_LIMIT)], name) => {
      if (/^[1-9][0-9]{0,2}$/.test(value) && Number(value) <= MAX_LIMIT) return Number(value);
      throw new ServiceError('INVALID_QUERY', `${name} must be an integer from 1 to ${MAX_LIMIT}.`);
    },
  } satisfies Parameter<number>,
  cursor: {
    description: 'nextCursor of the previous page.',
    example: 'eyJvIjoyMH0',
    read: ([value = ''], name) => {
      if (value.length <= MAX_CURSOR_LENGTH && /^[\x21-\x7e]*$/.test(value)) return value;
      throw new ServiceError('INVALID_QUERY', `${name} must be the nextCursor of an earlier page.`);
    },
  } satisfies Parameter<string>,
};

/** The page of a list as the services understand it. */
export const toPage = ({ limit, cursor }: ValuesOf<typeof paging>) => ({ pageSize: limit, pageToken: cursor });

/** Errors that reading a query can end with. */
export const QUERY_ERRORS: readonly ErrorCode[] = ['INVALID_QUERY'];
