import { StatusServiceService } from '@svc/proto';
import { type GrpcService, service } from '../grpc/service.js';
import { randomId } from '../keys/random-id.js';
import type { Logger } from '../log/logger.js';
import { VERSION } from '../util/version.js';

/** Days for which deliveries and imports that failed are counted. */
export const FAILED_WORK_DAYS = 7;

/** Work that failed and is not repeated by itself. */
export interface FailedWork {
  kind: string;
  count: number;
  newestAt?: Date | undefined;
}

/** What a service says about itself to administrators of the platform. docs/operations.md "State of the platform". */
export interface ServiceStatus {
  /**
   * Shows how old something is that this process knows of other services, or that reports are made of; the last one with a name counts.
   * @param readSeconds - called for each request.
   * @returns the function that ends that.
   */
  showAge(name: string, readSeconds: () => number): () => void;
  /** `svc.status.v1.StatusService`. */
  service: GrpcService;
}

/**
 * @param options.countFailedWork - reads the database; what it throws is logged, and the answer says that nothing was counted.
 * @param options.version - default: the release of this process.
 */
export function createServiceStatus(options: {
  log: Logger;
  countFailedWork?: (() => Promise<FailedWork[]>) | undefined;
  version?: string | undefined;
}): ServiceStatus {
  const { log, countFailedWork, version = VERSION } = options;
  const processId = randomId();
  const ages = new Map<string, () => number>();

  const count = (): Promise<FailedWork[] | undefined> =>
    countFailedWork
      ? countFailedWork().catch((error: unknown) => {
          log.warn({ err: error }, 'the work that failed could not be counted');
          return undefined;
        })
      : Promise.resolve([]);

  return {
    showAge(name, readSeconds) {
      ages.set(name, readSeconds);
      return () => {
        if (ages.get(name) === readSeconds) ages.delete(name);
      };
    },
    service: service(StatusServiceService, {
      async getStatus({ withFailedWork }) {
        const failedWork = withFailedWork ? await count() : undefined;
        return {
          status: {
            version,
            processId,
            ages: [...ages].map(([name, readSeconds]) => ({ name, seconds: readSeconds() })),
            isCounted: failedWork !== undefined,
            failedWork: (failedWork ?? []).map(({ newestAt, ...work }) => ({ ...work, newestAt })),
          },
        };
      },
    }),
  };
}
