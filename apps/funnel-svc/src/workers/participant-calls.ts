import type { CallThread, ThreadCalls } from '@svc/kit';
import type { ApplyParticipants } from '../usecases/apply/participants.js';
import { toBuffer } from './to-buffer.js';

type Matcher = ApplyParticipants['matcher'];
type Catalog = ApplyParticipants['catalog'];

/** A call of a participant, as it crosses between threads. */
interface Relayed<Method extends (request: never, options?: never) => unknown> {
  request: Parameters<Method>[0];
  options: Parameters<Method>[1];
}

/** The participants as the thread of an apply sees them: the other thread has the connections. */
export const createRelayedParticipants = (call: CallThread): ApplyParticipants => ({
  matcher: {
    prepareConfig: (request, options) => call('prepareConfig', { request, options }),
    getConfig: (request, options) => call('getConfig', { request, options }),
    applyConfig: (request, options) => call('applyConfig', { request, options }),
  },
  catalog: {
    prepareCatalog: (request, options) => call('prepareCatalog', { request, options }),
    applyCatalog: (request, options) => call('applyCatalog', { request, options }),
    findProductNames: (request, options) => call('findProductNames', { request, options }),
  },
});

/** The other end of `createRelayedParticipants`. */
export const participantCalls = ({ matcher, catalog }: ApplyParticipants): ThreadCalls => ({
  prepareConfig: ({ request, options }: Relayed<Matcher['prepareConfig']>) =>
    matcher.prepareConfig({ ...request, patchJson: toBuffer(request.patchJson) }, options),
  getConfig: ({ request, options }: Relayed<Matcher['getConfig']>) => matcher.getConfig(request, options),
  applyConfig: ({ request, options }: Relayed<Matcher['applyConfig']>) =>
    matcher.applyConfig({ ...request, patchJson: toBuffer(request.patchJson) }, options),
  prepareCatalog: ({ request, options }: Relayed<Catalog['prepareCatalog']>) =>
    catalog.prepareCatalog({ ...request, sectionJson: toBuffer(request.sectionJson) }, options),
  applyCatalog: ({ request, options }: Relayed<Catalog['applyCatalog']>) =>
    catalog.applyCatalog({ ...request, sectionJson: toBuffer(request.sectionJson) }, options),
  findProductNames: ({ request, options }: Relayed<Catalog['findProductNames']>) =>
    catalog.findProductNames(request, options),
});
