import { NATIVE_COLUMNS } from '@svc/domain';
import { quoted } from '../../domain/import-report.js';
import { indexBy } from '../native-columns.js';
import type { FeedFormat } from './format.js';

const KNOWN = new Set(NATIVE_COLUMNS.map((column) => column.toLowerCase()));
const LISTED = 10;

/** Our own format. docs/catalog.md "The native CSV file". */
export const native: FeedFormat = {
  name: 'native',
  title: 'native file',
  required: ['id', 'name', 'url'],
  knows: (name) => KNOWN.has(name.toLowerCase()),
  open(header) {
    const index = indexBy((column) => header.find(column));
    const ignored = header.unused((name) => KNOWN.has(name.toLowerCase())).map(quoted);
    const more = ignored.length > LISTED ? ` and ${ignored.length - LISTED} more` : '';
    const listed = ignored.slice(0, LISTED).join(', ');
    return {
      index,
      getColumnName: (column) => header.names[index[column]] ?? column,
      needsUrl: true,
      notes: listed === '' ? [] : [`Columns that are not part of the format were ignored: ${listed}${more}.`],
      cells: (fields) => fields,
    };
  },
};
