import type { ColumnMapping } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { mappingProblems } from '../domain/check-mapping.js';
import { FEED_FORMATS, isFeedColumn } from '../feeds/formats/choose-format.js';

/** Reads a mapping whose structure was checked. @throws ServiceError INVALID_REQUEST; details are JSON pointers. */
export function decodeMapping(bytes: Uint8Array): ColumnMapping {
  const mapping = json.decode<ColumnMapping>(bytes);
  const format = FEED_FORMATS.find(({ name }) => name === mapping.format);
  const details = mappingProblems(mapping, format ? (name) => format.knows(name) : isFeedColumn);
  if (details.length === 0) return mapping;
  throw new ServiceError('INVALID_REQUEST', 'The column mapping cannot be used; see details.', { details });
}
