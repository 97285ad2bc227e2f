import type { ListMatchingInputsResponse_Item as Item } from '@svc/proto';

/** Size of one message: 2,000 analyses with large answers exceed the limit of a message. */
const BATCH_BYTES = 256 * 1024;

/** Analyses in their order, split into what one message takes. */
export function* toBatches(items: readonly Item[]): Generator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    batch.push(item);
    bytes += (item.input?.answersJson.length ?? 0) + (item.input?.colorJson?.length ?? 0) + 200;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
