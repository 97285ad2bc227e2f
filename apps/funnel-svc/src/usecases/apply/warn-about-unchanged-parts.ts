import {
  type Blueprint,
  checkBlueprint,
  type FunnelMatching,
  type MatchingConfig,
  NO_COMPANY,
  type Problem,
} from '@svc/domain';
import { json } from '@svc/kit';
import type { FunnelPlan } from '../../domain/apply/plan-funnel.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { ApplyParticipants } from './participants.js';

/** Deadline of a call that only serves warnings; short, so that an apply does not wait for them. */
const TIMEOUT_MS = 3_000;

interface Apply {
  blueprint: Blueprint;
  /** Funnels that the file names, in its order. */
  plans: readonly FunnelPlan[];
  /** All funnels of the company as they were. */
  funnels: readonly Funnel[];
  setsChange: boolean;
}

/**
 * Warns about settings that the file does not change and that refer to something that it removes: rules of a funnel whose steps
 * or options are removed, tabs whose sets are removed. They are not rejected, since the next file may change them, but have no
 * effect until then. Fetches the matcher's settings only if steps or sets change; if that call fails, there are no warnings.
 */
export async function warnAboutUnchangedParts(
  { matcher }: Pick<ApplyParticipants, 'matcher'>,
  companyId: string,
  apply: Apply,
): Promise<Problem[]> {
  const restepped = apply.plans.some((plan, index) => isRestepped(plan, apply.blueprint.funnels?.[index]));
  if (!restepped && !apply.setsChange) return [];
  const answer = await matcher
    .getConfig({ companyId, withoutTagging: false }, { timeoutMs: TIMEOUT_MS })
    .catch(() => undefined);
  if (!answer) return [];
  const config = json.decode<MatchingConfig>(answer.configJson);
  return [...rulesWithoutSteps(config, apply), ...(apply.setsChange ? tabsWithoutSets(config, apply) : [])];
}

/** Whether an existing funnel gets other steps and keeps its rules. */
const isRestepped = (plan: FunnelPlan, given: { matching?: unknown; archived?: boolean } | undefined): boolean =>
  !plan.isNew &&
  !plan.funnel.archived &&
  given?.matching === undefined &&
  Boolean(plan.publish || plan.draft !== undefined);

function rulesWithoutSteps(config: MatchingConfig, { blueprint, plans }: Apply): Problem[] {
  return plans.flatMap((plan, index) => {
    const { funnel, publish } = plan;
    const matching = getSettings(config, funnel)?.matching;
    if (!matching || !isRestepped(plan, blueprint.funnels?.[index])) return [];
    const existing = {
      ...NO_COMPANY,
      funnels: [
        { subdomain: funnel.subdomain, published: funnel.published?.steps ?? [], draft: funnel.draft?.steps ?? [] },
      ],
    };
    const problems = checkBlueprint({ funnels: [{ subdomain: funnel.subdomain, matching }] }, existing);
    return problems.flatMap(({ path, message }) => {
      const [, place] = /^\/funnels\/0\/matching\/rules\/(\d+)\/when\//.exec(path) ?? [];
      const rule = place === undefined ? undefined : matching.rules[Number(place)];
      if (!rule) return [];
      const at = `/funnels/${index}/${publish ? 'published' : 'draft'}`;
      return [
        { path: at, message: `The rule "${rule.key}", which this file does not change, has no effect: ${message}` },
      ];
    });
  });
}

function tabsWithoutSets(config: MatchingConfig, { blueprint, funnels }: Apply): Problem[] {
  const keys = new Set(blueprint.sets?.map(({ key }) => key));
  const named = new Map(blueprint.funnels?.map((funnel) => [funnel.subdomain, funnel]));
  return funnels.flatMap((funnel) => {
    const given = named.get(funnel.subdomain);
    if (given?.resultPage || (given?.archived ?? funnel.archived)) return [];
    const tabs = getSettings(config, funnel)?.resultPage.tabs ?? [];
    return tabs.flatMap((tab) =>
      tab.select.sets
        .filter((key) => !keys.has(key))
        .map((key) => ({
          path: '/sets',
          message: `The tab "${tab.key}" of the funnel "${funnel.subdomain}", which this file does not change, selects the set "${key}", which no longer exists.`,
        })),
    );
  });
}

const getSettings = (config: MatchingConfig, { id }: Funnel): FunnelMatching | undefined =>
  Object.hasOwn(config.funnels, id) ? config.funnels[id] : undefined;
