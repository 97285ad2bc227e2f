export interface ShopEvent {
  type: string;
  /** Empty: none. */
  funnelId: string;
}

/** How long hashes of visits are kept. docs/insight.md N22.3. */
export const SHOP_VISIT_MS = 24 * 60 * 60_000;
