import { CONTACT_FIELDS, type ContactField, chosenKeys, indexSteps, isContactField, visibleSteps } from '@svc/domain';
import { type ListCursor, ServiceError, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { type FactRow, listAnalysisFacts } from '../db/list-analysis-facts.js';
import type { VersionCache } from './version-cache.js';

/** What reports count of one analysis. */
export interface AnalysisFact extends Pick<FactRow, 'companyId' | 'funnelId' | 'versionId' | 'source' | 'locale'> {
  analysisIdHash: Buffer;
  createdAt: Date;
  steps: { stepId: number; optionKeys: string[] }[];
  askedContactFields: ContactField[];
  givenContactFields: ContactField[];
  isRetake: boolean | undefined;
  experimentId: string | undefined;
}

/** One page of facts; docs/insight.md N20. Fails with UNAVAILABLE when funnel-svc does not respond. */
export async function listFacts(
  { db, versions }: { db: Knex; versions: Pick<VersionCache, 'get'> },
  cursor: ListCursor,
): Promise<{ facts: AnalysisFact[]; next: ListCursor; isLast: boolean }> {
  const { rows, next, isLast } = await listAnalysisFacts(db, cursor);
  return { facts: await Promise.all(rows.map((row) => toFact(versions, row))), next, isLast };
}

async function toFact(versions: Pick<VersionCache, 'get'>, row: FactRow): Promise<AnalysisFact> {
  const { companyId, funnelId, versionId, source, locale, createdAt, isRetake, experimentId } = row;
  const has: Record<ContactField, boolean> = {
    firstName: row.hasFirstName,
    lastName: row.hasLastName,
    email: row.hasEmail,
  };
  const givenContactFields = CONTACT_FIELDS.filter((field) => has[field]);
  return {
    ...{ companyId, funnelId, versionId, source, locale, createdAt, analysisIdHash: sha256(row.id) },
    ...(await readSteps(versions, row, givenContactFields.length > 0)),
    givenContactFields,
    ...{ isRetake: isRetake ?? undefined, experimentId: experimentId ?? undefined },
  };
}

/** The questions that the visitor was shown. Of a version that does not exist anymore, none are known. */
async function readSteps(
  versions: Pick<VersionCache, 'get'>,
  { versionId, answers, hasSelfie }: FactRow,
  hasContact: boolean,
): Promise<Pick<AnalysisFact, 'steps' | 'askedContactFields'>> {
  const version = await versions.get(versionId).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (!version) return { steps: [], askedContactFields: [] };
  const index = indexSteps(version.steps);
  const others = { hasSelfie, hasContact };
  const shown = visibleSteps(index, answers, others);
  const choose = chosenKeys(withoutFilled(answers), others);
  return {
    steps: shown
      .filter(({ selections }) => selections.length > 0)
      .map(({ id }) => ({ stepId: id, optionKeys: [...(choose(index.byId.get(id)!) ?? [])].sort() })),
    askedContactFields: [
      ...new Set(shown.filter(({ type }) => type === 'EMAIL').flatMap(({ settings }) => toFields(settings.fields))),
    ],
  };
}

/** What the visitor chose; a field that a selfie filled is no answer. */
function withoutFilled({ filledFromSelfie = [], ...answers }: FactRow['answers']): FactRow['answers'] {
  const chosen = { ...answers };
  for (const field of filledFromSelfie) delete chosen[field];
  return chosen;
}

/** A step that names no fields asks for the e-mail address. */
const toFields = (fields: unknown): ContactField[] =>
  Array.isArray(fields) && fields.length > 0 ? fields.filter(isContactField) : ['email'];
