import { createGrpcServer, createLogger, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import { AnalysisAdminServiceService, type AnalysisFact, type ChangedSession, EventServiceService } from '@svc/proto';

const unused = () => Promise.reject(new ServiceError('INTERNAL', 'The fake does not have this method.'));

/** An AnalysisAdminService and an EventService over the wire that list what a test gives them, two at a time. */
export async function startFakeAnalyses() {
  const erased: Buffer[] = [];
  const facts: AnalysisFact[] = [];
  const sessions: ChangedSession[] = [];
  const server = createGrpcServer({
    log: createLogger({ name: 'fake', level: 'silent' }),
    graceMs: 100,
    services: [
      service(AnalysisAdminServiceService, {
        getAnalysis: unused,
        listMatchingInputs: unused,
        async listErasedAnalyses({ cursor }) {
          // The last one is listed again, as the contract allows.
          const from = Math.max(0, Number(cursor) - 1);
          return { analysisIdHashes: erased.slice(from, from + 2), cursor: String(Math.min(erased.length, from + 2)) };
        },
        async listAnalysisFacts({ cursor }) {
          const { items, ...page } = toPage(facts, cursor);
          return { facts: items, ...page };
        },
      }),
      service(EventServiceService, {
        recordEvents: unused,
        listInteractedVariants: unused,
        async listChangedSessions({ cursor }) {
          const { items, ...page } = toPage(sessions, cursor);
          return { sessions: items, ...page };
        },
      }),
    ],
  });
  return { address: await server.listen(inProcessHost(), 0), erased, facts, sessions, stop: () => server.stop() };
}

/** The last item of the previous page is listed again, as the contract allows. */
function toPage<T>(all: readonly T[], cursor: string) {
  const from = Math.max(0, Number(cursor) - 1);
  const until = Math.min(all.length, from + 2);
  return { items: all.slice(from, until), cursor: String(until), isLast: until === all.length };
}
