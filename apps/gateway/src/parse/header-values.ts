import type { IncomingMessage } from 'node:http';

/**
 * Every value sent for a header, in order. Node's `headers` keeps only the first of some repeated headers and joins
 * others, so "exactly one" has to be counted here.
 * @param name - lower-case.
 */
export function getHeaderValues(req: IncomingMessage, name: string): string[] {
  const raw = req.rawHeaders;
  const values: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const key = raw[i] as string;
    if (key.length === name.length && key.toLowerCase() === name) values.push(raw[i + 1] as string);
  }
  return values;
}
