import type { Bus } from '@svc/kit';

/** Tells followers that a company has another catalog; a message may get lost, since followers also poll versions. */
export function publishChange(bus: Bus, companyId: string): void {
  bus.publish('company-changed', { companyId });
}
