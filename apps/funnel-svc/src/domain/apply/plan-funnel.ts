import type { FunnelBlueprint, Step } from '@svc/domain';
import { randomId } from '@svc/kit';
import type { CurrentVersion, Funnel, FunnelProfile } from '../funnel/funnel.js';
import { isSameContent, toVersion, versionContent } from '../funnel/version-content.js';

const PROFILE_KEYS = ['host', 'name', 'value', 'paused', 'archived'] as const;

export interface FunnelPlan {
  /** As it will be, with its current versions. */
  funnel: Funnel;
  isNew: boolean;
  profileChanged: boolean;
  /** To be published; absent: nothing to publish. */
  publish?: CurrentVersion;
  /** To become the draft; null: the draft goes away; absent: the draft stays. */
  draft?: CurrentVersion | null;
  /** Paths as the management API returns them: `funnels/beauty/published`; `funnels/beauty` for a new funnel with all its parts. */
  changed: string[];
}

/** One funnel as the blueprint wants it. Absent keys are left alone. docs/management.md "Applying". */
export function planFunnel(current: Funnel | undefined, companyId: string, wanted: FunnelBlueprint): FunnelPlan {
  const before = current ?? newFunnel(companyId, wanted);
  const profile: FunnelProfile = {
    subdomain: before.subdomain,
    host: wanted.host === undefined ? before.host : wanted.host,
    name: wanted.name ?? before.name,
    value: wanted.value === undefined ? before.value : wanted.value,
    paused: wanted.paused ?? before.paused,
    archived: wanted.archived ?? before.archived,
  };
  const profileKeys = PROFILE_KEYS.filter((key) => profile[key] !== before[key]);
  const funnel: Funnel = { ...before, ...profile };
  const versions = planVersions(funnel, wanted);
  const changed = [
    ...profileKeys,
    ...(versions.publish ? ['published'] : []),
    ...(versions.draft === undefined ? [] : ['draft']),
  ].map((key) => `funnels/${funnel.subdomain}/${key}`);
  return {
    funnel: {
      ...funnel,
      published: versions.publish ?? funnel.published,
      draft: versions.draft === undefined ? funnel.draft : versions.draft,
    },
    isNew: !current,
    profileChanged: profileKeys.length > 0,
    ...versions,
    changed: current ? changed : [`funnels/${funnel.subdomain}`],
  };
}

/**
 * A new published version when its content differs from the current one; then the draft, compared the same way. A new
 * version has the next free number; one that replaces a draft keeps the draft's.
 */
function planVersions(funnel: Funnel, wanted: FunnelBlueprint): Pick<FunnelPlan, 'publish' | 'draft'> {
  let { lastNumber } = funnel;
  const plan: Pick<FunnelPlan, 'publish' | 'draft'> = {};
  const publish = wanted.published && differing(funnel.published, wanted.published.steps, funnel.published);
  if (publish) plan.publish = toVersion(publish, ++lastNumber);
  if (wanted.draft === null) {
    if (funnel.draft) plan.draft = null;
  } else if (wanted.draft) {
    const draft = differing(funnel.draft, wanted.draft.steps, plan.publish ?? funnel.published);
    if (draft) plan.draft = toVersion(draft, funnel.draft?.number ?? lastNumber + 1);
  }
  return plan;
}

function differing(current: CurrentVersion | null, steps: readonly Step[], published: CurrentVersion | null) {
  const content = versionContent(steps, published?.steps);
  return isSameContent(current, content) ? undefined : content;
}

function newFunnel(companyId: string, { subdomain }: FunnelBlueprint): Funnel {
  return {
    id: randomId(),
    companyId,
    subdomain,
    host: null,
    name: subdomain,
    value: null,
    paused: false,
    archived: false,
    published: null,
    draft: null,
    lastNumber: 0,
  };
}
