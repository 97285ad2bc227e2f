import { createGrpcServer, createLogger, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  AnalysisAdminServiceService,
  type ListMatchingInputsResponse_Item as Item,
  type ListMatchingInputsRequest,
} from '@svc/proto';

const log = createLogger({ name: 'fake', level: 'silent' });
const unimplemented = () => Promise.reject(new ServiceError('INTERNAL', 'The fake does not have this method.'));

/** An AnalysisAdminService over the wire that lists the analyses which a test gives it. */
export async function startFakeAnalyses() {
  const fake = { items: [] as Item[], asked: [] as ListMatchingInputsRequest[] };
  const server = createGrpcServer({
    log,
    graceMs: 100,
    services: [
      service(AnalysisAdminServiceService, {
        async listMatchingInputs(request) {
          fake.asked.push(request);
          return { items: fake.items.slice(0, request.limit) };
        },
        getAnalysis: unimplemented,
        listErasedAnalyses: unimplemented,
        listAnalysisFacts: unimplemented,
      }),
    ],
  });
  return Object.assign(fake, { address: await server.listen(inProcessHost(), 0), stop: server.stop });
}
