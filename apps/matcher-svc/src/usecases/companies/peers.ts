import type { FunnelVersion } from '@svc/domain';
import type { FunnelStates } from '../../domain/company-data.js';
import type { Pieces } from '../../domain/stored-catalog.js';

/** Changes of companies since a cursor. A change may be listed twice but is never missed. */
export interface ListedChanges {
  changes: { companyId: string; version: number }[];
  cursor: string;
}

/** The RPCs of catalog-sync that this service calls. */
export interface CatalogPeer {
  listChanges(cursor: string): Promise<ListedChanges>;
  /**
   * One consistent catalog, not validated: `CatalogSnapshot` of libs/domain, JSON. The catalog of an unknown company is empty
   * at version 0.
   */
  getSnapshot(companyId: string): Promise<Pieces>;
  /** The same with names, pictures and colors. */
  getNamedSnapshot(companyId: string): Promise<Pieces>;
}

/** The RPCs of funnel-svc that this service calls. */
export interface FunnelPeer {
  listChanges(cursor: string): Promise<ListedChanges>;
  getStates(companyId: string): Promise<FunnelStates>;
  getVersion(versionId: string): Promise<FunnelVersion>;
}

/** The RPCs of analysis-svc that this service calls. */
export interface AnalysisPeer {
  /**
   * Analyses erased since the cursor, by the SHA-256 of their ids. One may be listed twice but is never missed. Call it again
   * until the list is empty.
   */
  listErased(cursor: string): Promise<{ hashes: Buffer[]; cursor: string }>;
}
