import type { ContactAnswers, MatchingAnswers, TrackingAnswers } from '@svc/domain';
import { type PreparedStatement, readPrepared, runPreparedForCompany } from '@svc/kit';
import type { Knex } from 'knex';
import type { ColorAnalysis } from '../color/color-analysis.js';
import type { SelfieOutcome } from '../selfie/selfie-result.js';
import { type ClaimedKey, MARK_DONE } from './idempotency-keys.js';

/** An analysis as it is stored. */
export interface Analysis {
  id: string;
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  answers: MatchingAnswers;
  color: ColorAnalysis;
  contact: ContactAnswers;
  tracking: TrackingAnswers;
  selfieSent: boolean;
  /** The outcome of the selfie; null without a selfie. */
  selfie: SelfieOutcome | null;
  /** Absent: the time of the insert. */
  createdAt?: Date;
}

/** The part of an analysis that matching receives. JSON texts are passed on as stored, unparsed. */
export interface StoredMatchingInput {
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** `MatchingAnswers`. */
  answersJson: string;
  /** `ColorResult`; null without a colour type. */
  colorJson: string | null;
  hasSelfie: boolean;
  hasContact: boolean;
}

const COLUMNS = [
  'id',
  'company_id',
  'funnel_id',
  'version_id',
  'is_preview',
  'answers',
  'color',
  'first_name',
  'last_name',
  'email',
  'email_key',
  'started_at',
  'source',
  'query_string',
  'selfie_source',
  'selfie_sent',
  'selfie',
  'selfie_consent',
  'selfie_consent_version',
  'idempotency_key_hash',
  'created_at',
] as const;
const COLUMN_LIST = COLUMNS.join(', ');
const orNow = (column: string, parameter: string) =>
  column === 'created_at' ? `coalesce(${parameter}, now())` : parameter;
const PARAMETERS = COLUMNS.map((column, index) => orNow(column, `$${index + 1}`)).join(', ');

const INSERT: PreparedStatement = {
  name: 'insert-analysis',
  text: `insert into analyses (${COLUMN_LIST}) values (${PARAMETERS})`,
};

/** Parameters of the idempotency record follow those of the analysis. Types are stated because PostgreSQL cannot infer them in a select list. */
const TYPES: Partial<Record<(typeof COLUMNS)[number], string>> = {
  is_preview: 'boolean',
  answers: 'jsonb',
  color: 'jsonb',
  started_at: 'timestamptz',
  selfie_sent: 'boolean',
  selfie: 'jsonb',
  selfie_consent: 'boolean',
  idempotency_key_hash: 'bytea',
  created_at: 'timestamptz',
};
const TYPED_PARAMETERS = COLUMNS.map((column, index) =>
  orNow(column, `$${index + 1}::${TYPES[column] ?? 'text'}`),
).join(', ');
const INSERT_AND_FINISH: PreparedStatement = {
  name: 'insert-analysis-and-finish',
  text: `
    with finished as (${MARK_DONE(COLUMNS.length)} returning 1)
    insert into analyses (${COLUMN_LIST}) select ${TYPED_PARAMETERS} from finished`,
};

const matchingInputColumns = (hasContact: string): string => `
      company_id as "companyId", funnel_id as "funnelId", version_id as "versionId", is_preview as "isPreview",
      answers::text as "answersJson",
      case when color ->> 'type' is not null
        then jsonb_build_object('type', color -> 'type', 'scores', (color -> 'scores') || coalesce(color -> 'otherScores', '{}'))::text end as "colorJson",
      selfie_sent as "hasSelfie", ${hasContact} as "hasContact"`;

/** The select list of `StoredMatchingInput`. */
export const MATCHING_INPUT_COLUMNS = matchingInputColumns('coalesce(first_name, last_name, email) is not null');

const FIND_MATCHING_INPUT: PreparedStatement = {
  name: 'find-matching-input',
  text: `select ${matchingInputColumns('has_contact')} from all_analyses where id = $1`,
};

/** Normalized e-mail address for comparisons. Uses Unicode lower case, because the database's locale only covers ASCII. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

function toValues(analysis: Analysis, keyHash: Buffer | null): unknown[] {
  const { contact, tracking } = analysis;
  const row: Record<(typeof COLUMNS)[number], unknown> = {
    id: analysis.id,
    company_id: analysis.companyId,
    funnel_id: analysis.funnelId,
    version_id: analysis.versionId,
    is_preview: analysis.isPreview,
    answers: JSON.stringify(analysis.answers),
    color: JSON.stringify(analysis.color),
    first_name: contact.firstName ?? null,
    last_name: contact.lastName ?? null,
    email: contact.email ?? null,
    email_key: contact.email === undefined ? null : emailKey(contact.email),
    started_at: tracking.startedAt ?? null,
    source: tracking.source ?? null,
    query_string: tracking.queryString ?? null,
    selfie_source: tracking.selfieSource ?? null,
    selfie_sent: analysis.selfieSent,
    selfie: analysis.selfie && JSON.stringify(analysis.selfie),
    selfie_consent: tracking.selfieConsent ?? null,
    selfie_consent_version: tracking.selfieConsentVersion ?? null,
    idempotency_key_hash: keyHash,
    created_at: analysis.createdAt ?? null,
  };
  return COLUMNS.map((column) => row[column]);
}

/** Stores an analysis without an Idempotency-Key, with one prepared insert. May run inside a transaction. */
export async function insertAnalysis(knex: Knex, analysis: Analysis): Promise<void> {
  await runPreparedForCompany(knex, analysis.companyId, INSERT, toValues(analysis, null));
}

/**
 * Stores an analysis and marks its idempotency record done in one statement, which requires the claim's token
 * (docs/reliability.md R1.2). May run inside a transaction.
 * @returns false when the claim was lost; nothing was written then.
 */
export async function insertAnalysisAndFinish(
  knex: Knex,
  analysis: Analysis,
  claim: ClaimedKey,
  response: Buffer,
): Promise<boolean> {
  const { companyId, route, keyHash, token } = claim;
  const values = [...toValues(analysis, keyHash), companyId, keyHash, route, token, response, analysis.id];
  return (await runPreparedForCompany(knex, companyId, INSERT_AND_FINISH, values)).rowCount === 1;
}

/** The matching input of one analysis; undefined when the id is unknown. Served by analyses_id_key. */
export async function findMatchingInput(knex: Knex, analysisId: string): Promise<StoredMatchingInput | undefined> {
  const { rows } = await readPrepared<StoredMatchingInput>(knex, FIND_MATCHING_INPUT, [analysisId]);
  return rows[0];
}
