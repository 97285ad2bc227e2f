import {
  type Blueprint,
  COLOR_TYPE_NAMESPACE,
  COMPLEXION_NAMESPACE,
  type FunnelBlueprint,
  type MatchingConfig,
  normalizeTag,
  splitTag,
  type TagMatrix,
} from '@svc/domain';
import { companyNotFound, type Db, forCompany, json, type PromiseClient, ServiceError } from '@svc/kit';
import type { MatcherAdminServiceClient, ReleaseServiceClient, TagRename } from '@svc/proto';
import type { Knex } from 'knex';
import { findCompanyId } from '../../db/companies.js';
import { findEdit } from '../../db/funnel-edits.js';
import { loadFunnels } from '../../db/funnels.js';
import { findVersion } from '../../db/versions.js';
import { planRename, type RenamePlaces, replaceTag } from '../../domain/apply/rename-tag.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { applyBlueprint, BlueprintInput } from './apply-blueprint.js';
import type { PartsDelivery } from './deliver-parts.js';

const TIMEOUT_MS = 20_000;

interface RenameDeps {
  db: Knex;
  matcher: Pick<PromiseClient<MatcherAdminServiceClient>, 'getConfig' | 'getTagMatrix'>;
  release: Pick<PromiseClient<ReleaseServiceClient>, 'getConfigVersion'>;
  delivery: PartsDelivery;
  apply: ReturnType<typeof applyBlueprint>;
}

export interface RenameOutcome extends RenamePlaces {
  /** Funnels whose edits name the tag: they stay as they are. */
  edited: string[];
  /** Absent for a dry run. */
  rename?: TagRename;
}

/** Their values have a meaning of their own. docs/matching.md M1. */
const CLOSED = [COLOR_TYPE_NAMESPACE, COMPLEXION_NAMESPACE];

/**
 * Renames a tag wherever a company uses it: tagging, options of published versions and drafts, rules, tabs and assortments. One apply,
 * under the lock of the company, so that the parts never disagree. docs/management.md "Renaming a tag".
 */
export function renameTag(deps: RenameDeps) {
  async function plan({ trx, companyId, funnels: all }: BlueprintInput, from: string, to: string) {
    const funnels = all.filter(({ archived }) => !archived);
    const [{ configJson }, matrix] = await Promise.all([
      deps.matcher.getConfig({ companyId, withoutTagging: false }, { timeoutMs: TIMEOUT_MS }),
      fetchMatrix(deps, companyId, [from, to]),
    ]);
    const config = json.decode<MatchingConfig>(configJson);
    const planned = planRename({ from, to, config, matrix, funnels });
    const edited = await listEdited(trx, funnels, from, to);
    if (Object.keys(planned.blueprint).length === 0 && edited.length === 0) {
      throw new ServiceError('NOT_FOUND', `Nothing of this company has the tag ${from}.`);
    }
    return { ...planned, edited, funnels, previousVersion: matrix.settingsVersion };
  }

  return {
    /** @throws ServiceError NOT_FOUND, INVALID_REQUEST, CONFLICT, INVALID_BLUEPRINT or UNAVAILABLE. */
    async rename(handle: string, given: { from: string; to: string; isDryRun: boolean }): Promise<RenameOutcome> {
      const [from, to] = [readTag(given.from, 'from'), readTag(given.to, 'to')];
      if (from === to) throw new ServiceError('INVALID_REQUEST', 'to must be another tag than from.');
      if (given.isDryRun) {
        const companyId = await findCompanyId(deps.db, handle);
        if (companyId === undefined) throw companyNotFound();
        await deps.delivery.deliver(companyId);
        return forCompany(deps.db, companyId, async (trx) => {
          const { places, edited } = await plan(
            { trx, companyId, funnels: await loadFunnels(trx, companyId) },
            from,
            to,
          );
          return { ...places, edited };
        });
      }
      let planned: Awaited<ReturnType<typeof plan>> | undefined;
      const { funnels: after, changed } = await deps.apply(handle, async (input) => {
        planned = await plan(input, from, to);
        return planned.blueprint;
      });
      if (!planned) throw new Error('An apply ended without its blueprint.');
      const { places, edited, funnels, previousVersion } = planned;
      const hasSettings = changed.some(
        (name) => name === 'tagging' || /^funnels\/[^/]+\/(?!published|draft)/.test(name),
      );
      return {
        ...places,
        edited,
        rename: {
          previousVersion,
          settingsVersion: previousVersion + (hasSettings ? 1 : 0),
          funnels: funnels.flatMap(({ subdomain, published, draft }) => {
            const now = after[subdomain];
            if (!now || (now.published?.id === published?.id && now.draft?.id === draft?.id)) return [];
            return [
              {
                subdomain,
                ...{ publishedBefore: published?.id ?? '', publishedAfter: now.published?.id ?? '' },
                ...{ draftBefore: draft?.id ?? '', draftAfter: now.draft?.id ?? '' },
              },
            ];
          }),
        },
      };
    },

    /** @throws ServiceError NOT_FOUND, CONFLICT or UNAVAILABLE. */
    async undo(handle: string, rename: TagRename): Promise<string[]> {
      const { changed } = await deps.apply(handle, async ({ trx, companyId, funnels }) => {
        const matrix = await fetchMatrix(deps, companyId, []);
        if (matrix.settingsVersion !== rename.settingsVersion) throw changedSince();
        const settings = await readSettingsBefore(deps, companyId, rename);
        const parts = new Map<string, FunnelBlueprint>();
        for (const { id, subdomain, archived } of funnels) {
          const before = settings?.funnels[id];
          if (before && !archived) parts.set(subdomain, { subdomain, ...before });
        }
        for (const one of rename.funnels) {
          const funnel = funnels.find(({ subdomain }) => subdomain === one.subdomain);
          if (!funnel || funnel.archived || !isAsAfter(funnel, one)) throw changedSince();
          const part = parts.get(one.subdomain) ?? { subdomain: one.subdomain };
          const [published, draft] = [await readSteps(trx, one.publishedBefore), await readSteps(trx, one.draftBefore)];
          if (published) part.published = { steps: published };
          if (draft) part.draft = { steps: draft };
          parts.set(one.subdomain, part);
        }
        return {
          ...(settings ? { tagging: settings.tagging } : {}),
          ...(parts.size > 0 ? { funnels: [...parts.values()] } : {}),
        } satisfies Blueprint;
      });
      return changed;
    },
  };
}

/** Normalized. @throws ServiceError INVALID_REQUEST. */
function readTag(given: string, name: string): string {
  const tag = normalizeTag(given);
  if (tag === null) throw new ServiceError('INVALID_REQUEST', `${name} must be a tag, namespace:value.`);
  const { namespace = '' } = splitTag(tag) ?? {};
  if (!CLOSED.includes(namespace)) return tag;
  throw new ServiceError(
    'INVALID_REQUEST',
    `${name} must not be of ${namespace}, whose values have a meaning of their own.`,
  );
}

/** With every row of the catalog and the columns of these tags. @throws ServiceError CONFLICT. */
async function fetchMatrix({ matcher }: RenameDeps, companyId: string, tags: readonly string[]): Promise<TagMatrix> {
  // A namespace that no company has: the undo needs the version only.
  const namespaces = tags.length > 0 ? [...new Set(tags.map((tag) => splitTag(tag)?.namespace ?? ''))] : ['-'];
  const { matrixJson } = await matcher.getTagMatrix({ companyId, namespaces, query: '' }, { timeoutMs: TIMEOUT_MS });
  const matrix = json.decode<TagMatrix>(matrixJson);
  if (matrix.variantTotal <= matrix.variants.id.length && matrix.tagTotal <= matrix.tags.length) return matrix;
  throw new ServiceError(
    'CONFLICT',
    'The catalog has too many variants, or the namespace too many tags, for a rename; change the company file instead.',
  );
}

/** Sub-domains of funnels whose edits have options with the tag. */
async function listEdited(trx: Db, funnels: readonly Funnel[], from: string, to: string): Promise<string[]> {
  const edited: string[] = [];
  for (const { id, subdomain } of funnels) {
    const selections = (await findEdit(trx, id))?.parts.steps?.flatMap((step) => step.selections) ?? [];
    const lists = selections.flatMap(({ tags }) => [tags.require, tags.prefer, tags.avoid]);
    if (lists.some((tags) => replaceTag(tags, from, to))) edited.push(subdomain);
  }
  return edited;
}

/** Undefined: the rename changed no settings. */
async function readSettingsBefore(
  { release }: RenameDeps,
  companyId: string,
  { previousVersion, settingsVersion }: TagRename,
): Promise<MatchingConfig | undefined> {
  if (previousVersion === settingsVersion) return undefined;
  // The first version is what a company has before anything is set.
  if (previousVersion === 0) return { tagging: { products: {}, variants: {} }, sets: [], funnels: {} };
  const { configJson } = await release
    .getConfigVersion({ companyId, version: previousVersion }, { timeoutMs: TIMEOUT_MS })
    .catch((error: unknown) => {
      throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? changedSince() : error;
    });
  return json.decode<MatchingConfig>(configJson);
}

async function readSteps(trx: Db, versionId: string) {
  if (versionId === '') return undefined;
  const version = await findVersion(trx, versionId);
  if (!version) throw new ServiceError('NOT_FOUND', 'The company has no version with this id.');
  return version.steps;
}

const isAsAfter = ({ published, draft }: Funnel, { publishedAfter, draftAfter }: TagRename['funnels'][number]) =>
  (published?.id ?? '') === publishedAfter && (draft?.id ?? '') === draftAfter;

const changedSince = () =>
  new ServiceError(
    'CONFLICT',
    'Something that the rename changed has been changed since. Nothing was undone; rename the tag again instead.',
  );
