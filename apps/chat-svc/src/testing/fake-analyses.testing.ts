import { createGrpcServer, createLogger, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import { AnalysisAdminServiceService } from '@svc/proto';

const unused = () => Promise.reject(new ServiceError('INTERNAL', 'The fake does not have this method.'));

/** An AnalysisAdminService over the wire that lists the erasures which a test gives it, two at a time. */
export async function startFakeAnalyses() {
  const erased: Buffer[] = [];
  const server = createGrpcServer({
    log: createLogger({ name: 'fake', level: 'silent' }),
    graceMs: 100,
    services: [
      service(AnalysisAdminServiceService, {
        getAnalysis: unused,
        listMatchingInputs: unused,
        listAnalysisFacts: unused,
        async listErasedAnalyses({ cursor }) {
          // The last one is listed again, as the contract allows.
          const from = Math.max(0, Number(cursor) - 1);
          return { analysisIdHashes: erased.slice(from, from + 2), cursor: String(Math.min(erased.length, from + 2)) };
        },
      }),
    ],
  });
  return { address: await server.listen(inProcessHost(), 0), erased, stop: () => server.stop() };
}
