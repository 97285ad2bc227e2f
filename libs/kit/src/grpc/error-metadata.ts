import { type ServiceError as GrpcError, Metadata, type status } from '@grpc/grpc-js';
import { Status } from '@svc/proto';
import type { ServiceError } from '../errors/service-error.js';
import { fromStatus, toBuffer, toStatus, transportError } from './error-status.js';

const STATUS_DETAILS = 'grpc-status-details-bin';

/** What a gRPC handler answers for a ServiceError. */
export interface GrpcErrorReply {
  code: status;
  details: string;
  metadata: Metadata;
}

/** A ServiceError as gRPC status, message and `grpc-status-details-bin`. */
export function toGrpcError(error: ServiceError): GrpcErrorReply {
  const full = toStatus(error);
  const metadata = new Metadata();
  metadata.set(STATUS_DETAILS, toBuffer(Status.encode(full).finish()));
  return { code: full.code, details: full.message, metadata };
}

/** The ServiceError that a service threw; for failures of gRPC itself UNAVAILABLE, TIMEOUT or INTERNAL with the cause. */
export function fromGrpcError(error: GrpcError): ServiceError {
  return rebuild(error) ?? transportError(error.code, error);
}

function rebuild(error: GrpcError): ServiceError | undefined {
  const bytes = error.metadata?.get(STATUS_DETAILS)[0];
  if (!(bytes instanceof Uint8Array)) return undefined;
  try {
    return fromStatus(Status.decode(bytes));
  } catch {
    return undefined; // Not ours: a proxy in between may write the same trailer.
  }
}
