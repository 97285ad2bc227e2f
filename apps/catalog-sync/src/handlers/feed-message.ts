import type { Feed } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import {
  FeedFormat,
  type Feed as FeedMessage,
  feedFormats,
  type ColumnMapping as MappingMessage,
  toDuration,
} from '@svc/proto';
import { mappingProblems } from '../domain/check-mapping.js';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { FORMATS, isFeedColumn } from '../feeds/formats/choose-format.js';

const HOUR_MS = 3_600_000;

export const toFeedMessage = ({ url, format, everyHours }: Feed): FeedMessage => ({
  url,
  format: feedFormats.fromName(format),
  syncInterval: toDuration(everyHours * HOUR_MS),
});

/** An unspecified format is found from the header. */
export const readFormat = (format: FeedFormat): Feed['format'] =>
  format === FeedFormat.FEED_FORMAT_UNSPECIFIED ? 'auto' : feedFormats.toName(format);

export const toMappingMessage = ({ format, columns }: ColumnMapping): MappingMessage => ({
  format: feedFormats.fromName(format),
  columns: Object.entries(columns).map(([name, source]) => ({ name, source })),
});

/** @throws ServiceError INVALID_REQUEST; details are JSON pointers. */
export function readMappingMessage(message: MappingMessage): ColumnMapping {
  const mapping = {
    format: readFormat(message.format),
    columns: Object.fromEntries(message.columns.map(({ name, source }) => [name, source])),
  };
  const format = FORMATS.find(({ name }) => name === mapping.format);
  const details = mappingProblems(mapping, format ? (name) => format.knows(name) : isFeedColumn);
  if (details.length === 0) return mapping;
  throw new ServiceError('INVALID_REQUEST', 'The column mapping cannot be used; see details.', { details });
}
