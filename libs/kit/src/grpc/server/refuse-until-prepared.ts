import { ServiceError } from '../../errors/service-error.js';
import type { GrpcService } from '../service.js';

/** The services, whose every call is UNAVAILABLE as long as the database of the service was never ready: there are no tables to ask. */
export function refuseUntilPrepared(
  services: readonly GrpcService[],
  database: { readonly isPrepared: boolean },
): readonly GrpcService[] {
  const guard =
    (handler: unknown) =>
    (...call: unknown[]): unknown => {
      if (database.isPrepared) return (handler as (...call: unknown[]) => unknown)(...call);
      throw new ServiceError('UNAVAILABLE', 'The service waits for its database. Please try again.');
    };
  return services.map((service) => ({
    ...service,
    handlers: Object.fromEntries(Object.entries(service.handlers).map(([name, handler]) => [name, guard(handler)])),
  }));
}
