import { type Outbound, type OutboundResponse, toOutboundError } from '@svc/kit';
import { ImportFailure } from '../../domain/import-failure.js';

/** A bulk operation, as `api/graphql/bulk-operation.graphql` asks for it. */
export interface BulkOperation {
  status: string;
  errorCode: string | null;
  objectCount: string;
  /** Null: it has written no object. */
  url: string | null;
}

const MAX_REDIRECTS = 3;

/**
 * The file that a bulk operation has written. Only that of a COMPLETED operation is used, since a failed one contains only a part
 * of the catalog.
 * @throws ImportFailure before the first chunk, or when the download is interrupted; the reason of `signal`.
 */
export async function* fetchBulkResult(
  outbound: Outbound,
  status: string,
  operation: BulkOperation | null,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (status !== 'COMPLETED' || !operation) {
    const why = operation?.errorCode ? `, ${operation.errorCode}` : '';
    throw new ImportFailure(
      `Shopify's bulk operation ended as ${status}${why}; what it wrote is not used.`,
      'SHOP_FILE',
    );
  }
  if (operation.url === null) return;
  let response: OutboundResponse | undefined;
  try {
    response = await outbound.request(operation.url, { maxRedirects: MAX_REDIRECTS, signal });
    if (response.status !== 200) {
      throw new ImportFailure(
        `Shopify's server responded with status ${response.status} instead of 200.`,
        'SERVER_STATUS',
        {
          status: response.status,
        },
      );
    }
    yield* response.body as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof ImportFailure || signal.aborted) throw error;
    throw new ImportFailure(`Shopify's file could not be fetched. ${toOutboundError(error).message}`, 'NOT_FETCHED');
  } finally {
    response?.body.destroy();
  }
}
