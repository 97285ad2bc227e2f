import { create } from '../shared/dom.js';

/** Goes to an address as a click on a link does, so that the router of a single-page application can handle it. */
export function followLink(href: string): void {
  const link = create('a', { href });
  document.body.append(link);
  link.click();
  link.remove();
}
