/**
 * The bytes after `?` of a request target, as sent; empty when there is none. Node hands the target over as Latin-1, so
 * `length` counts bytes. Taken from the raw URL because URL parsers rewrite or cut odd targets.
 */
export function getRawQuery(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
