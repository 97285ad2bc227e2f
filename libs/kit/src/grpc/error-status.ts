import { status } from '@grpc/grpc-js';
import { BadRequest, ErrorInfo, type Status } from '@svc/proto';
import type { ErrorDetail } from '../errors/error-detail.js';
import { ERRORS, isErrorCode } from '../errors/error-table.js';
import { generalError } from '../errors/general-error.js';
import { ServiceError } from '../errors/service-error.js';

const DOMAIN = 'svc';
const ERROR_INFO_URL = 'type.googleapis.com/google.rpc.ErrorInfo';
const BAD_REQUEST_URL = 'type.googleapis.com/google.rpc.BadRequest';
/** An INTERNAL error says nothing else, whatever was thrown: its message may hold SQL or personal data. */
export const INTERNAL_MESSAGE = 'An error on our side; it was logged. Please try again later.';
/**
 * Bytes of messages and details that fit into trailers: Node refuses header lists above 64 KiB, and base64 and
 * percent-encoding make them up to three times longer.
 */
const MAX_MESSAGE_BYTES = 4 * 1024;
const MAX_DETAIL_BYTES = 24 * 1024;

/** A ServiceError as google.rpc.Status. Its code is the `reason` of an ErrorInfo. Details that do not fit are counted. */
export function toStatus(error: ServiceError): Status {
  const code = ERRORS[error.code].grpc;
  const message = error.code === 'INTERNAL' ? INTERNAL_MESSAGE : truncate(error.message, MAX_MESSAGE_BYTES);
  const info: Record<string, string> = {};
  if (error.retryAfterS !== undefined) info.retryAfterS = String(error.retryAfterS);
  if (error.allow !== undefined) info.allow = error.allow;
  const details = [
    {
      typeUrl: ERROR_INFO_URL,
      value: toBuffer(ErrorInfo.encode({ reason: error.code, domain: DOMAIN, metadata: info }).finish()),
    },
  ];
  if (error.details.length > 0) {
    const fieldViolations = limitSize(error.details).map(({ path, message: description }) => ({
      field: path,
      description,
    }));
    details.push({ typeUrl: BAD_REQUEST_URL, value: toBuffer(BadRequest.encode({ fieldViolations }).finish()) });
  }
  return { code, message, details };
}

/** The ServiceError that a service threw; undefined if the status is not ours. */
export function fromStatus({ message, details }: Status): ServiceError | undefined {
  try {
    const info = details.find((detail) => detail.typeUrl === ERROR_INFO_URL);
    if (!info) return undefined;
    const { reason, domain, metadata } = ErrorInfo.decode(info.value);
    if (domain !== DOMAIN || !isErrorCode(reason)) return undefined;
    const badRequest = details.find((detail) => detail.typeUrl === BAD_REQUEST_URL);
    const violations = badRequest ? BadRequest.decode(badRequest.value).fieldViolations : [];
    const retryAfterS = Number(metadata.retryAfterS ?? Number.NaN);
    return new ServiceError(reason, message, {
      details: violations.map(({ field, description }) => ({ path: field, message: description })),
      ...(Number.isFinite(retryAfterS) ? { retryAfterS } : {}),
      ...(metadata.allow === undefined ? {} : { allow: metadata.allow }),
    });
  } catch {
    return undefined; // Not ours: a proxy in between may write the same details.
  }
}

/** What a failure of gRPC itself is to the caller: UNAVAILABLE, TIMEOUT or INTERNAL. The cause is for the log. */
export function transportError(code: status, cause?: unknown): ServiceError {
  switch (code) {
    case status.UNAVAILABLE:
      return generalError('UNAVAILABLE', { cause });
    case status.DEADLINE_EXCEEDED:
    case status.CANCELLED:
      return generalError('TIMEOUT', { cause });
    default:
      return new ServiceError('INTERNAL', INTERNAL_MESSAGE, { cause });
  }
}

/** No server could be reached. */
export function unavailable(reason: string): ServiceError {
  return transportError(status.UNAVAILABLE, new Error(reason));
}

function limitSize(details: readonly ErrorDetail[]): ErrorDetail[] {
  const kept: ErrorDetail[] = [];
  let bytes = 0;
  for (const detail of details) {
    const short = { path: truncate(detail.path, 512), message: truncate(detail.message, 1_024) };
    bytes += Buffer.byteLength(short.path) + Buffer.byteLength(short.message) + 16;
    if (bytes > MAX_DETAIL_BYTES) {
      kept.push({ path: '', message: `${details.length - kept.length} more problems are not listed.` });
      break;
    }
    kept.push(short);
  }
  return kept;
}

function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  return `${Buffer.from(text).subarray(0, maxBytes).toString('utf8')}…`; // A character cut in two becomes U+FFFD.
}

/** A Buffer on the same memory: grpc-js takes binary metadata as Buffer only. */
export function toBuffer(bytes: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
}
