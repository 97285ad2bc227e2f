import type { CrmAccount } from '@svc/domain';
import type { SenderDeps } from '../endpoint.js';
import type { CrmTarget } from './crm-target.js';
import { klaviyoTarget } from './klaviyo.js';

/** The implementation for a kind of account. */
export function crmTargetOf(deps: SenderDeps, account: CrmAccount): CrmTarget {
  const kinds: Record<CrmAccount['kind'], () => CrmTarget> = { klaviyo: () => klaviyoTarget(deps, account.baseUrl) };
  return kinds[account.kind]();
}
