import type { Metadata } from '@grpc/grpc-js';

/**
 * Trailer of every answer of a server that is stopping. Clients of the kit then use a fresh channel, so that calls in flight end
 * before the server closes their connection (ADR 30). Other clients ignore it.
 */
const LEAVING = 'svc-leaving';

export function markLeaving(trailers: Metadata): Metadata {
  trailers.set(LEAVING, '1');
  return trailers;
}

export function isLeaving(trailers: Metadata): boolean {
  return trailers.get(LEAVING).length > 0;
}
