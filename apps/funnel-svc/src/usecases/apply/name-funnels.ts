import type { ServiceError } from '@svc/kit';
import type { Funnel } from '../../domain/funnel/funnel.js';

/** Other services know funnels by id, files by sub-domain: `funnels/<id>/matching` → `funnels/beauty/matching`. */
export function nameFunnels(paths: readonly string[], funnels: readonly Pick<Funnel, 'id' | 'subdomain'>[]): string[] {
  return paths.map((path) => {
    const [first, id, ...rest] = path.split('/');
    const funnel = first === 'funnels' ? funnels.find((candidate) => candidate.id === id) : undefined;
    return funnel ? ['funnels', funnel.subdomain, ...rest].join('/') : path;
  });
}

/**
 * Turns the pointers of another service's refusal into pointers into the file: `/funnels/<id>/matching` →
 * `/funnels/0/matching`.
 * @param funnels - in file order.
 */
export function pointIntoFile(error: ServiceError, funnels: readonly Funnel[]): ServiceError {
  return error.withPaths((path) => {
    const [, first, id, ...rest] = path.split('/');
    const index = first === 'funnels' ? funnels.findIndex((candidate) => candidate.id === id) : -1;
    return index < 0 ? path : ['', 'funnels', index, ...rest].join('/');
  });
}
