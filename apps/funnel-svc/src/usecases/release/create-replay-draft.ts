import {
  type Blueprint,
  carryForward,
  checkBlueprint,
  inOrder,
  type MatchingConfig,
  type ReplayDraft,
  type ReplayedParts,
  type Step,
} from '@svc/domain';
import { canonicalJson, type Db, type ErrorDetail, forCompany, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { loadFunnels } from '../../db/funnels.js';
import { listAllVersions, listSteps } from '../../db/versions.js';
import type { CurrentVersion, Funnel } from '../../domain/funnel.js';
import { findVersion, type VersionName } from '../../domain/version-history.js';
import { loadStepsToPublish } from './load-steps-to-publish.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';

export interface DraftInput {
  companyId: string;
  subdomain: string;
  /** `ReplayedParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  /** The steps of a version; undefined: those of the parts, or the published ones. */
  version?: VersionName | 'draft' | undefined;
}

export interface CreatedDraft {
  funnelId: string;
  /** `ReplayDraft` of libs/domain: JSON. */
  draftJson: Buffer;
}

/** A version of the funnel, or steps that are none yet. */
type Replayed = Pick<ReplayDraft, 'steps' | 'version'>;

type PublishedFunnel = Funnel & { published: CurrentVersion };

/** Problems that a refusal lists. */
const MAX_DETAILS = 100;

/**
 * What a replay puts in the place of what is in force, checked as the parts of a blueprint are. Steps get the histories that
 * publishing would give them. docs/releases.md "Replay before release".
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED, VERSION_NOT_FOUND, INVALID_REQUEST with pointers into the parts, UNAVAILABLE.
 */
export function createReplayDraft(deps: { db: Knex; matcher: ReleasePeers['matcher'] }) {
  return async ({ companyId, subdomain, partsJson, version }: DraftInput): Promise<CreatedDraft> => {
    const { funnel, named } = await forCompany(deps.db, companyId, async (db) => {
      const found = await loadPublishedFunnel(db, companyId, subdomain);
      return { funnel: found, named: version === undefined ? {} : await loadNamedVersion(db, found, version) };
    });
    const parts = json.decode<ReplayedParts>(partsJson);
    await check(deps.matcher, funnel, named, parts);
    const { published: given, ...settings } = parts;
    const steps = given?.steps ?? named.steps;
    const { published } = funnel;
    const carried = steps && named.version?.id !== published.id ? carryForward(inOrder(steps), published.steps) : steps;
    const draft: ReplayDraft = {
      ...settings,
      ...(carried ? { steps: carried } : {}),
      ...(named.version ? { version: named.version } : {}),
    };
    return { funnelId: funnel.id, draftJson: json.encode(draft) };
  };
}

async function loadPublishedFunnel(db: Db, companyId: string, subdomain: string): Promise<PublishedFunnel> {
  const [funnel] = await loadFunnels(db, companyId, [subdomain]);
  if (!funnel || funnel.archived) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
  const { published } = funnel;
  if (published) return { ...funnel, published };
  throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no published version to compare with.');
}

/** A version that was published earlier comes as a rollback would publish it. */
async function loadNamedVersion(db: Db, funnel: PublishedFunnel, name: VersionName | 'draft'): Promise<Replayed> {
  const { id: funnelId, companyId, draft } = funnel;
  if (name === 'draft') {
    if (!draft) throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft to replay.');
    return { steps: draft.steps, version: { id: draft.id, number: draft.number } };
  }
  const versions = await listAllVersions(db, funnelId);
  const found = findVersion(versions, name);
  const version = { id: found.id, number: found.number };
  if (found.state === 'SUPERSEDED') {
    return { steps: await loadStepsToPublish(db, companyId, versions, found), version };
  }
  const [steps = []] = await listSteps(db, companyId, [found.id]);
  return { steps, version };
}

/** The checks of an apply, with pointers into the parts. */
async function check(
  matcher: ReleasePeers['matcher'],
  funnel: PublishedFunnel,
  named: Replayed,
  { tagging, sets, ...parts }: ReplayedParts,
): Promise<void> {
  const { companyId, subdomain } = funnel;
  const blueprint: Blueprint = {
    ...(tagging ? { tagging } : {}),
    ...(sets ? { sets } : {}),
    funnels: [{ subdomain, ...parts }],
  };
  let inForce: Promise<MatchingConfig> | undefined;
  const fetchConfig = () => {
    inForce ??= fetchConfigInForce(matcher, companyId);
    return inForce;
  };
  const namesSets = parts.resultPage?.tabs.some((tab) => tab.select.sets.length > 0) ?? false;
  const setKeys = namesSets && !sets ? (await fetchConfig()).sets.map(({ key }) => key) : [];
  // Rules may name steps of the published version and of the draft.
  const draft: readonly Step[] | null = named.steps ?? (parts.matching && funnel.draft ? funnel.draft.steps : null);
  const existing = { funnels: [{ subdomain, published: funnel.published.steps, draft }], setKeys };
  const problems = checkBlueprint(blueprint, existing).map(intoParts);
  if (problems.length === 0) return;
  const current = (await fetchConfig()).funnels[funnel.id];
  // A part that is in force exactly as it is given may name what is gone by now, as in an apply.
  const kept = (['matching', 'resultPage'] as const).filter(
    (part) => parts[part] && current && canonicalJson(parts[part]) === canonicalJson(current[part]),
  );
  const details = problems.filter(({ path }) => !kept.some((part) => path.startsWith(`/${part}/`)));
  if (details.length === 0) return;
  throw new ServiceError('INVALID_REQUEST', 'Nothing was replayed; details list what to change.', {
    details: details.slice(0, MAX_DETAILS),
  });
}

async function fetchConfigInForce(matcher: ReleasePeers['matcher'], companyId: string): Promise<MatchingConfig> {
  const { configJson } = await matcher.getConfig({ companyId }, { timeoutMs: READ_TIMEOUT_MS });
  return json.decode<MatchingConfig>(configJson);
}

/** `/funnels/0/matching/rules/0` → `/matching/rules/0`. */
const intoParts = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0(?=\/|$)/, ''),
  message,
});
