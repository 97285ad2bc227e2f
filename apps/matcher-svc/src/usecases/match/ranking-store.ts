/**
 * A second level of rankings, shared by replicas. It may lose or damage values, so every value is checked. The key is a digest of
 * everything that the value depends on, so a value is never stale and never invalidated.
 */
export interface RankingStore {
  /** Null: there is none, or the store is unavailable. Never rejects. */
  get(key: string): Promise<Uint8Array | null>;
  set(key: string, bytes: Uint8Array): void;
}
