import type { Bus } from '@svc/kit';

/** Notifies followers that a company has another catalog. The message may get lost, because followers also poll versions. */
export function publishChange(bus: Pick<Bus, 'publish'>, companyId: string): void {
  bus.publish('company-changed', { companyId });
}
