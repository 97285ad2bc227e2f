import { MAX_SHOP_ID_BYTES } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Parameter } from './parameter.js';

const invalid = (message: string) => new ServiceError('INVALID_QUERY', message);

/** Ids of a shop system, exact; the key is repeated. A handler gets them as sent, in request order. */
export const shopIds = (options: {
  description: string;
  example: string[];
  /** Default: none. */
  max?: number;
  /** At least one. */
  required?: true;
}): Parameter<string[]> => ({
  description: options.description,
  example: options.example,
  ...(options.required ? { required: true } : {}),
  schema: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_SHOP_ID_BYTES },
    ...(options.required ? { minItems: 1 } : {}),
    ...(options.max === undefined ? {} : { maxItems: options.max }),
  },
  read: (ids, name) => {
    if (options.required && ids.length === 0) throw invalid(`${name} must be given at least once.`);
    if (options.max !== undefined && ids.length > options.max) {
      throw invalid(`${name} must be given at most ${options.max} times; ${ids.length} values were sent.`);
    }
    for (const id of ids) checkShopId(name, id);
    return [...ids];
  },
});

/** Fails with INVALID_QUERY for what cannot be a merchant's id. */
export function checkShopId(name: string, id: string): void {
  if (id === '') throw invalid(`${name} must not be empty.`);
  if (Buffer.byteLength(id) > MAX_SHOP_ID_BYTES) throw invalid(`${name} must have at most ${MAX_SHOP_ID_BYTES} bytes.`);
  if (id.includes('\0')) throw invalid(`${name} must not contain a NUL character.`);
}
