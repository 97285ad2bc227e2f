/**
 * A second level of rankings, shared by replicas. It may lose, and it may hold anything: what comes back is checked. The
 * key is a digest that names everything the value depends on, so a value is never wrong and never deleted.
 */
export interface RankingStore {
  /** Null: there is none, or the store cannot say now. Never rejects. */
  get(key: string): Promise<Uint8Array | null>;
  set(key: string, bytes: Uint8Array): void;
}
