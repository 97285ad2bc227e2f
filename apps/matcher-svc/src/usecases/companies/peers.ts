import type { FunnelVersion } from '@svc/domain';
import type { FunnelStates } from '../../domain/company-data.js';
import type { Pieces } from '../../domain/stored-catalog.js';

/** Changes of companies since a cursor; a change may be listed twice, never missed. */
export interface ListedChanges {
  changes: { companyId: string; version: number }[];
  cursor: string;
}

/** What this service asks of catalog-sync. */
export interface CatalogPeer {
  listChanges(cursor: string): Promise<ListedChanges>;
  /**
   * One consistent catalogue, unchecked: `CatalogSnapshot` of libs/domain, JSON. That of an unknown company is empty at
   * version 0.
   */
  getSnapshot(companyId: string): Promise<Pieces>;
}

/** What this service asks of funnel-svc. */
export interface FunnelPeer {
  listChanges(cursor: string): Promise<ListedChanges>;
  getStates(companyId: string): Promise<FunnelStates>;
  getVersion(versionId: string): Promise<FunnelVersion>;
}

/** What this service asks of analysis-svc. */
export interface AnalysisPeer {
  /**
   * Analyses erased since the cursor, by the SHA-256 of their ids. One may be listed twice, never missed. A list with
   * entries may be followed by more.
   */
  listErased(cursor: string): Promise<{ hashes: Buffer[]; cursor: string }>;
}
