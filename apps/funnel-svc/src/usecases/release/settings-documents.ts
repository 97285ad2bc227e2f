import type { FunnelName } from '../../domain/company/settings-parts.js';
import type { RollbackInput, RollbackPlan } from '../../domain/company/settings-version.js';

/** Work on whole configurations, which may have tens of megabytes. */
export interface SettingsDocuments {
  /** `planRollback`. */
  planRollback(input: RollbackInput): Promise<RollbackPlan>;
  /** `toSettingsBlueprint`. */
  toBlueprint(configJson: Uint8Array, funnels: readonly FunnelName[]): Promise<Buffer>;
}
