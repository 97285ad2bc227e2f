import type { ListMatchingInputsResponse_Item as Item } from '@svc/proto';

interface Message<Start> {
  part: { $case: 'start'; value: Start } | { $case: 'analyses'; value: { items: Item[] } };
}

/** Size of one message: 2,000 analyses with large answers exceed the limit of a message. */
const BATCH_BYTES = 256 * 1024;

/** The messages of a call that matches analyses: what it is about, then the analyses. */
export async function* toMessages<Start>(start: Start, items: readonly Item[]): AsyncGenerator<Message<Start>> {
  yield { part: { $case: 'start', value: start } };
  for (const batch of toBatches(items)) yield { part: { $case: 'analyses', value: { items: batch } } };
}

/** Analyses in their order, split into what one message takes. */
function* toBatches(items: readonly Item[]): Generator<Item[]> {
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
