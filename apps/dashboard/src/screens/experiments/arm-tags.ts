import { MAX_ARM_TAGGING_OPERATIONS, type TaggingOperation } from '@svc/domain';

/** What the dialog asks for: the same tags for several products and variants. */
export interface TagChange {
  productIds: string[];
  variantIds: string[];
  add: string[];
  remove: string[];
}

export const NO_CHANGE: TagChange = { productIds: [], variantIds: [], add: [], remove: [] };

/** One operation for each product and variant. */
export function toOperations({ productIds, variantIds, add, remove }: TagChange): TaggingOperation[] {
  const toOperation = (kind: TaggingOperation['kind']) => (id: string) => ({ kind, id, add, remove });
  return [...productIds.map(toOperation('product')), ...variantIds.map(toOperation('variant'))];
}

/** Changes of an arm and later ones, with one operation for each product and variant; of a tag, the later change counts. */
export function mergeOperations(
  earlier: readonly TaggingOperation[],
  later: readonly TaggingOperation[],
): TaggingOperation[] {
  const merged = new Map<string, TaggingOperation>();
  for (const { kind, id, add, remove } of [...earlier, ...later]) {
    const key = `${kind} ${id}`;
    const before = merged.get(key);
    const without = (tags: readonly string[] = [], others: readonly string[]) =>
      tags.filter((tag) => !others.includes(tag));
    merged.set(key, {
      ...{ kind, id },
      add: [...new Set([...without(before?.add, remove), ...add])],
      remove: [...new Set([...without(before?.remove, add), ...remove])],
    });
  }
  return [...merged.values()];
}

export const isTooMany = (operations: readonly TaggingOperation[]): boolean =>
  operations.length > MAX_ARM_TAGGING_OPERATIONS;
