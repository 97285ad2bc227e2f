import { z } from 'zod';

/** A page of a list. */
export const page = <S extends z.ZodType>(item: S, id: string) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable().describe('null on the last page.') }).meta({ id });
