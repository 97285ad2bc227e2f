import type { Problem } from '@svc/domain';
import type { Company } from '../company/company.js';
import type { CurrentVersion, Funnel } from '../funnel/funnel.js';

interface VersionName {
  id: string;
  number: number;
}

/** Answer of an apply. docs/management.md "Applying". `published` and `draft` are left out where there is none. */
export interface ApplyOutcome {
  company: { handle: string; companyKey: string };
  /** Every funnel that the blueprint names, by sub-domain. */
  funnels: Record<string, { id: string; published?: VersionName; draft?: VersionName }>;
  /** Empty: the company was already what the blueprint says. */
  changed: string[];
  /** Parts of the blueprint without effect for now, listed whether anything changed or not. Paths are JSON pointers into it. */
  warnings: Problem[];
  /** Number of the release; absent: the apply was asked for none. */
  release?: number;
}

export function createApplyOutcome(
  company: Company,
  funnels: readonly Funnel[],
  result: Pick<ApplyOutcome, 'changed' | 'warnings' | 'release'>,
): ApplyOutcome {
  return {
    company: { handle: company.handle, companyKey: company.companyKey },
    funnels: Object.fromEntries(
      funnels.map((funnel) => [
        funnel.subdomain,
        {
          id: funnel.id,
          ...(funnel.published ? { published: toVersionName(funnel.published) } : {}),
          ...(funnel.draft ? { draft: toVersionName(funnel.draft) } : {}),
        },
      ]),
    ),
    ...result,
  };
}

const toVersionName = ({ id, number }: CurrentVersion): VersionName => ({ id, number });
