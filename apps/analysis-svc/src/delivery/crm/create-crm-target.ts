import type { CrmAccount } from '@svc/domain';
import type { SenderDeps } from '../sending/sender-deps.js';
import type { CrmTarget } from './crm-target.js';
import { createKlaviyoTarget } from './klaviyo.js';

/** Creates the implementation for the kind of the account. */
export function createCrmTarget(deps: SenderDeps, account: CrmAccount): CrmTarget {
  const kinds: Record<CrmAccount['kind'], () => CrmTarget> = {
    klaviyo: () => createKlaviyoTarget(deps, account.baseUrl),
  };
  return kinds[account.kind]();
}
