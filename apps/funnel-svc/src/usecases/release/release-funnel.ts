import { type FunnelBlueprint, pointIntoEdit } from '@svc/domain';
import { type Db, type ErrorDetail, forCompany, json, type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompanyHandle } from '../../db/companies.js';
import { findDraftedEdit, findEdit } from '../../db/funnel-edits.js';
import { getFingerprint } from '../../domain/company/fingerprint.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { ReleaseMark } from '../../domain/funnel/funnel-release.js';
import type { ApplyDocument } from '../../workers/apply-document.js';
import { requireNoDeadEnds } from '../apply/check-draft.js';
import type { Participants } from '../apply/participants.js';
import type { publishDraft } from '../apply/publish-draft.js';
import { fetchReleasedConfig, findReleasedSettings } from '../apply/released-settings.js';
import { otherRevision } from '../edit/save-funnel-edit.js';
import { loadFunnel } from './load-funnel.js';
import { loadStoredParts, type StoredName, type StoredParts } from './load-stored-parts.js';
import type { prepareDraft } from './prepare-draft.js';

export interface ReleaseDeps {
  db: Knex;
  log: Logger;
  matcher: Participants['matcher'];
  prepareDraft: ReturnType<typeof prepareDraft>;
  publishDraft: ReturnType<typeof publishDraft>;
  apply: ApplyDocument;
}

interface Owner {
  companyId: string;
  subdomain: string;
}

type Given = Owner & ReleaseMark & { force: boolean };

export interface ReleaseOutcome {
  release: number;
  version: { id: string; number: number };
  /** Undefined: matcher-svc did not answer. */
  settingsVersion: number | undefined;
  /** Paths are JSON pointers into the parts. */
  warnings: ErrorDetail[];
}

/**
 * Publishes what is being edited, or the draft. An edit goes through one apply with all of its parts, unless a draft was made of it
 * and it has nothing more: then this draft is promoted, as every draft is. docs/adr/0092-releases-are-stored.md.
 * @throws ServiceError NOT_FOUND, FUNNEL_NOT_PUBLISHED without steps and a published version, PRECONDITION_FAILED, CONFLICT,
 *   INVALID_BLUEPRINT with pointers into the parts, UNAVAILABLE.
 */
export function releaseFunnel(deps: ReleaseDeps) {
  return async ({
    source,
    ...given
  }: Given & { source: { revision: number } | { draftId: string } }): Promise<ReleaseOutcome> => {
    if ('draftId' in source) return releaseDraft(deps, given, source.draftId);
    const draftId = await findDraftOfEdit(deps.db, given, source.revision);
    return draftId === undefined ? applyRelease(deps, given, source) : releaseDraft(deps, given, draftId);
  };
}

/** Puts the questionnaire and the settings of a release in force again. @throws ServiceError as `releaseFunnel`, VERSION_NOT_FOUND. */
export const restoreRelease =
  (deps: ReleaseDeps) =>
  ({ release, ...given }: Given & { release: number }): Promise<ReleaseOutcome> =>
    applyRelease(deps, { ...given, restored: release }, { release });

/** The draft that was made of an edit and is all of it. @throws ServiceError NOT_FOUND, PRECONDITION_FAILED. */
const findDraftOfEdit = (db: Knex, { companyId, subdomain }: Owner, revision: number): Promise<string | undefined> =>
  forCompany(db, companyId, async (trx) => {
    const funnel = await loadFunnel(trx, companyId, subdomain);
    await requireEdit(trx, funnel, revision);
    const drafted = await findDraftedEdit(trx, funnel.id);
    return drafted !== undefined && drafted === funnel.draft?.id ? drafted : undefined;
  });

/** The edit has this revision and begins with the current version. @throws ServiceError NOT_FOUND, PRECONDITION_FAILED. */
async function requireEdit(trx: Db, funnel: Funnel, revision: number): Promise<void> {
  const edit = await findEdit(trx, funnel.id);
  if (!edit) throw new ServiceError('NOT_FOUND', 'The funnel has no edit.');
  if (edit.revision !== revision) throw otherRevision();
  const current = funnel.draft?.id ?? funnel.published?.id ?? null;
  if (edit.baseVersionId !== current) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'The funnel got another version since the edit began. Bring its changes into the edit, then release it. Nothing was published.',
    );
  }
}

async function releaseDraft(deps: ReleaseDeps, given: Given, draftId: string): Promise<ReleaseOutcome> {
  const { companyId, subdomain, force, ...mark } = given;
  const published = await deps.publishDraft(companyId, subdomain, { force, draftId, mark });
  const { release, versionId: id, number } = published;
  return { release, version: { id, number }, ...(await describeSettings(deps, companyId)), warnings: [] };
}

async function applyRelease(
  deps: ReleaseDeps,
  given: Given,
  source: { revision: number } | { release: number },
): Promise<ReleaseOutcome> {
  const { companyId, subdomain, force, ...mark } = given;
  const name: StoredName = 'release' in source ? source : 'edit';
  const revision = 'revision' in source ? source.revision : undefined;
  const { handle, funnel, parts } = await forCompany(deps.db, companyId, async (db) => {
    const found = await loadFunnel(db, companyId, subdomain);
    // Compared with what the apply publishes: it may have changed since it was looked for as a draft.
    if (revision !== undefined) await requireEdit(db, found, revision);
    const { parts: stored } = await loadStoredParts(db, found, name);
    return { handle: (await findCompanyHandle(db, companyId)) as string, funnel: found, parts: stored };
  });
  if (!parts.published && !funnel.published) {
    const message = 'This funnel has no published version; the edit must have steps, so that it can be released.';
    throw new ServiceError('FUNNEL_NOT_PUBLISHED', message);
  }
  const checked = force ? undefined : await check(deps, funnel, parts, name);
  const blueprint: FunnelBlueprint = {
    subdomain,
    ...parts,
    // The edit has everything that its draft has.
    ...(name === 'edit' && parts.published ? { draft: null } : {}),
  };
  const release = {
    funnelId: funnel.id,
    mark,
    publishedId: funnel.published?.id,
    draftId: funnel.draft?.id,
    revision,
    settings: checked,
  };
  const outcome = await deps
    .apply(handle, json.encode({ funnels: [blueprint] }), { release })
    .catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
      const message = 'Nothing was published; details list what to change.';
      throw new ServiceError(error.code, message, { details: error.details.map(pointIntoParts) });
    });
  deps.log.info({ companyId, subdomain, unchecked: force }, 'funnel released');
  const version = outcome.funnels[subdomain]?.published;
  const number = outcome.release;
  if (!version || number === undefined)
    throw new ServiceError('CONFLICT', 'The funnel was changed at the same time. Please try again.');
  return {
    release: number,
    version,
    ...(await describeSettings(deps, companyId)),
    warnings: outcome.warnings.map(pointIntoParts),
  };
}

/** @returns the fingerprint of the settings that were in force during the check. */
async function check(deps: ReleaseDeps, funnel: Funnel, parts: StoredParts, name: StoredName): Promise<string> {
  const { companyId, subdomain } = funnel;
  const config = await fetchReleasedConfig(deps.matcher, companyId);
  if (!config) {
    throw new ServiceError(
      'UNAVAILABLE',
      'The matching service does not answer, so nothing was published. Try again, or publish it unchecked with "force": true.',
    );
  }
  const prepared = await deps
    .prepareDraft({ companyId, subdomain, partsJson: json.encode(parts) })
    .catch(toBlueprintError);
  const { funnelId, version, settingsJson } = prepared.funnel;
  const request = { companyId, funnelId, version, settingsJson, baselineVersionId: prepared.publishedVersionId };
  const steps = parts.published?.steps ?? funnel.published?.steps ?? [];
  const what = name === 'edit' ? ('edit' as const) : ('release' as const);
  await requireNoDeadEnds(deps, request, { steps, pointer: '/steps', what });
  return getFingerprint(findReleasedSettings(config, funnel.id).settings);
}

/** What is wrong with stored parts is no fault of the request. */
function toBlueprintError(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'INVALID_REQUEST') throw error;
  throw new ServiceError('INVALID_BLUEPRINT', 'Nothing was published; details list what to change.', {
    details: error.details.map(({ path, message }) => ({ path: path.replace(/^\/published/, ''), message })),
  });
}

async function describeSettings(
  { matcher }: ReleaseDeps,
  companyId: string,
): Promise<{ settingsVersion: number | undefined }> {
  return { settingsVersion: (await fetchReleasedConfig(matcher, companyId))?.version };
}

const pointIntoParts = (detail: ErrorDetail): ErrorDetail => {
  const { path, message } = pointIntoEdit(detail);
  return { path: path.replace(/^\/published(?=\/|$)/, ''), message };
};
