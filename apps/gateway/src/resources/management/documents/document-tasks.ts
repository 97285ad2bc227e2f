import type { Blueprint } from '@svc/domain';
import { json, type ServiceError } from '@svc/kit';
import { MAX_REPORTED } from '../../../route/issues-to-details.js';
import { invalidBlueprint, parseBlueprint } from './parse-blueprint.js';
import { parseFunnelEdit, parseRenderRequest, type ReadEdit, type ReadSteps } from './parse-funnel-edit.js';
import { type CheckedReplay, parseReplay } from './parse-replay.js';
import { parseTagging } from './parse-tagging.js';

/** A document as it was sent, and its media type: one of BLUEPRINT_TYPES. */
export interface Document {
  bytes: Uint8Array;
  type: string;
}

/** What is done to a document in a thread of its own. Input and output are copied between threads. */
export interface DocumentTasks {
  /** JSON of a blueprint that may be applied. Fails with INVALID_BLUEPRINT. @param ownName - name that all funnel hosts are below. */
  blueprint(input: Document & { ownName: string | undefined }): Promise<Uint8Array>;
  /** Fails with INVALID_JSON or INVALID_REQUEST. */
  replay(input: Document): Promise<CheckedReplay>;
  /** Fails with INVALID_JSON or INVALID_REQUEST. */
  edit(input: Document): Promise<ReadEdit>;
  /** `TaggingOperation[]` of libs/domain: JSON. Fails with INVALID_JSON or INVALID_REQUEST. */
  tagging(input: Pick<Document, 'bytes'>): Promise<Uint8Array>;
  /** Fails with INVALID_JSON or INVALID_REQUEST. */
  render(input: Document): Promise<ReadSteps>;
}

export const documentTasks: DocumentTasks = {
  async blueprint({ bytes, type, ownName }) {
    const blueprint = await parseBlueprint(toBuffer(bytes), type);
    refuseOwnHosts(blueprint, ownName);
    return json.encode(blueprint);
  },
  replay: ({ bytes, type }) => parseReplay(toBuffer(bytes), type),
  edit: async ({ bytes }) => parseFunnelEdit(toBuffer(bytes)),
  tagging: async ({ bytes }) => parseTagging(toBuffer(bytes)),
  render: async ({ bytes }) => parseRenderRequest(toBuffer(bytes)),
};

/** Bytes that came from another thread are no Buffer any more. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** A host of ours as a funnel's own would never reach it, and its results would be given away with an address of others. */
function refuseOwnHosts({ funnels = [] }: Blueprint, ownName: string | undefined): void {
  const message = `The host must be a host name of your own; those below ${ownName} follow from subdomain.`;
  const details = funnels.flatMap(({ host }, index) => {
    const isOurs = typeof host === 'string' && (host === ownName || host.endsWith(`.${ownName}`));
    return isOurs ? [{ path: `/funnels/${index}/host`, message }] : [];
  });
  if (details.length > 0) throw invalidBlueprint(details.slice(0, MAX_REPORTED));
}

/** The error of a task that exceeds its time or memory. */
export const TOO_COSTLY: Record<keyof DocumentTasks, ServiceError['code']> = {
  blueprint: 'INVALID_BLUEPRINT',
  replay: 'INVALID_REQUEST',
  edit: 'INVALID_REQUEST',
  tagging: 'INVALID_REQUEST',
  render: 'INVALID_REQUEST',
};
