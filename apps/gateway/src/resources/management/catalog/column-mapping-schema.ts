import { FEED_FORMATS } from '@svc/domain';
import { z } from 'zod';

/** The names of columns in a company's files. catalog-sync checks the columns. */
export const columnMapping = z
  .strictObject({
    format: z.enum(FEED_FORMATS).default('auto').describe('The format whose columns are mapped.'),
    columns: z
      .record(z.string(), z.string())
      .describe('By column of the format: a column of the file, or a text such as `https://shop.example/p/{Slug}`.'),
  })
  .meta({ id: 'ColumnMapping' });
