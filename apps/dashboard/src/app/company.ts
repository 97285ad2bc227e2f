import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { meQuery } from '../api/queries.js';

/** What a role may do, by the names of docs/identity.md I9. */
export type Permission =
  | 'analysis.erase'
  | 'analysis.read'
  | 'audit.read'
  | 'blueprint.write'
  | 'catalog.import'
  | 'catalog.read'
  | 'conversation.erase'
  | 'conversation.read'
  | 'delivery.read'
  | 'delivery.redeliver'
  | 'funnel.edit'
  | 'funnel.publish'
  | 'funnel.read'
  | 'experiment.write'
  | 'insight.export'
  | 'insight.read'
  | 'integration.write'
  | 'key.manage'
  | 'member.invite'
  | 'member.manage'
  | 'settings.read'
  | 'settings.write'
  | 'tagging.write';

export interface Company {
  handle: string;
  name: string;
  /** Undefined: a platform administrator, who may do everything. */
  role: Schemas['Me']['memberships'][number]['role'] | undefined;
  can(permission: Permission): boolean;
}

/** The signed-in user. Only below the route that loads it. */
export const useMe = (): Schemas['Me'] => useSuspenseQuery(meQuery).data;

/** A company, as the signed-in user sees it. Undefined where the user is no member. */
export function findCompany({ memberships, platformAdmin }: Schemas['Me'], handle: string): Company | undefined {
  const membership = memberships.find((each) => each.handle === handle);
  if (!membership && !platformAdmin) return undefined;
  const permissions = new Set(membership?.permissions);
  return {
    handle,
    name: membership?.name ?? handle,
    role: platformAdmin ? undefined : membership?.role,
    can: (permission) => platformAdmin || permissions.has(permission),
  };
}

/** The company of the address. Only below the shell, which shows "not found" for companies of others. */
export function useCompany(): Company {
  const { company: handle = '' } = useParams({ strict: false });
  const company = findCompany(useMe(), handle);
  if (!company) throw new Error('useCompany is used outside of a company.');
  return company;
}
