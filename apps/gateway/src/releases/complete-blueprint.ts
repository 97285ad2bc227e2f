import type { Blueprint } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { blueprint, toBlueprint } from '../resources/management/blueprint/blueprint.js';
import { issuesToDetails } from '../route/issues-to-details.js';

/**
 * Parts of an earlier release's settings as a blueprint of this one: keys that came since get their defaults.
 * Fails with INVALID_BLUEPRINT when a part is not known any more.
 */
export function completeBlueprint(parts: Blueprint): Blueprint {
  const parsed = blueprint.safeParse(parts);
  if (parsed.success) return toBlueprint(parsed.data);
  const details = issuesToDetails(parsed.error.issues);
  throw new ServiceError('INVALID_BLUEPRINT', 'The earlier settings are not understood any more.', { details });
}
