import type { ContactAnswers, MatchingAnswers, TrackingAnswers } from '@svc/domain';
import { type PreparedStatement, readPrepared, writePrepared } from '@svc/kit';
import type { Knex } from 'knex';
import type { ColorAnalysis } from '../color/color-analysis.js';
import type { SelfieOutcome } from '../selfie/selfie-result.js';
import { ANSWER_COLUMNS } from './answer-columns.js';
import { type ClaimedKey, INSERT_DONE, type KeyScope, MARK_DONE } from './idempotency-keys.js';

/** An analysis as it is stored. */
export interface Analysis {
  id: string;
  companyId: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  /** The test of the questionnaire that assigned the version. */
  experimentId?: string | undefined;
  /** Of the stored visitor; absent: none is kept. */
  visitorHash?: Buffer | undefined;
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
  /** `ColorResult`; null without a color type. */
  colorJson: string | null;
  hasSelfie: boolean;
  hasContact: boolean;
}

export type DatedMatchingInput = StoredMatchingInput & { createdAt: Date };

/** Columns besides those of contact and tracking fields, and their types: a select list gives PostgreSQL none. */
const OWN_COLUMNS = {
  id: 'text',
  company_id: 'text',
  funnel_id: 'text',
  version_id: 'text',
  is_preview: 'boolean',
  experiment_id: 'text',
  visitor_hash: 'bytea',
  answers: 'jsonb',
  color: 'jsonb',
  email_key: 'text',
  selfie_sent: 'boolean',
  selfie: 'jsonb',
  idempotency_key_hash: 'bytea',
  created_at: 'timestamptz',
} as const;
const COLUMNS = [
  ...Object.entries(OWN_COLUMNS).map(([column, type]) => ({ column, type })),
  ...ANSWER_COLUMNS.map(({ column, type }) => ({ column, type })),
];
const COLUMN_LIST = COLUMNS.map(({ column }) => column).join(', ');
const orNow = (column: string, parameter: string) =>
  column === 'created_at' ? `coalesce(${parameter}, now())` : parameter;
const PARAMETERS = COLUMNS.map(({ column }, index) => orNow(column, `$${index + 1}`)).join(', ');

const INSERT: PreparedStatement = {
  name: 'insert-analysis',
  text: `insert into analyses (${COLUMN_LIST}) values (${PARAMETERS})`,
};

const TYPED_PARAMETERS = COLUMNS.map(({ column, type }, index) => orNow(column, `$${index + 1}::${type}`)).join(', ');
/** Inserts an analysis if `record` writes its idempotency record, whose parameters follow those of the analysis. */
const insertWith = (record: string): string => `
    with record as (${record} returning 1)
    insert into analyses (${COLUMN_LIST}) select ${TYPED_PARAMETERS} from record`;
const INSERT_AND_FINISH: PreparedStatement = {
  name: 'insert-analysis-and-finish',
  text: insertWith(MARK_DONE(COLUMNS.length)),
};
const INSERT_WITH_RECORD: PreparedStatement = {
  name: 'insert-analysis-with-record',
  text: insertWith(INSERT_DONE(COLUMNS.length)),
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
  text: `select ${matchingInputColumns('has_contact')}, created_at as "createdAt" from all_analyses where id = $1`,
};

/** Normalized e-mail address for comparisons. Uses Unicode lower case, because the database's locale only covers ASCII. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

function toValues(analysis: Analysis, keyHash: Buffer | null): unknown[] {
  const { contact, tracking } = analysis;
  const own: Record<keyof typeof OWN_COLUMNS, unknown> = {
    id: analysis.id,
    company_id: analysis.companyId,
    funnel_id: analysis.funnelId,
    version_id: analysis.versionId,
    is_preview: analysis.isPreview,
    experiment_id: analysis.experimentId ?? null,
    visitor_hash: analysis.visitorHash ?? null,
    answers: JSON.stringify(analysis.answers),
    color: JSON.stringify(analysis.color),
    email_key: contact.email === undefined ? null : emailKey(contact.email),
    selfie_sent: analysis.selfieSent,
    selfie: analysis.selfie && JSON.stringify(analysis.selfie),
    idempotency_key_hash: keyHash,
    created_at: analysis.createdAt ?? null,
  };
  const given: Partial<Record<string, unknown>> = { ...contact, ...tracking };
  const columns = Object.keys(OWN_COLUMNS) as (keyof typeof OWN_COLUMNS)[];
  return [...columns.map((column) => own[column]), ...ANSWER_COLUMNS.map(({ field }) => given[field] ?? null)];
}

/** Stores an analysis without an Idempotency-Key, with one prepared insert. May run inside a transaction. */
export async function insertAnalysis(db: Knex, analysis: Analysis): Promise<void> {
  await writePrepared(db, analysis.companyId, INSERT, toValues(analysis, null));
}

/**
 * Stores an analysis and marks its idempotency record done in one statement, which requires the claim's token
 * (docs/reliability.md R1.2). May run inside a transaction.
 * @returns false when the claim was lost; nothing was written then.
 */
export async function insertAnalysisAndFinish(
  db: Knex,
  analysis: Analysis,
  claim: ClaimedKey,
  response: Buffer,
): Promise<boolean> {
  const { companyId, route, keyHash, token } = claim;
  const values = [...toValues(analysis, keyHash), companyId, keyHash, route, token, response, analysis.id];
  return (await writePrepared(db, companyId, INSERT_AND_FINISH, values)).rowCount === 1;
}

/**
 * Stores an analysis and the finished record of its key in one statement, without a claim. Of several simultaneous calls with one key
 * one stores. docs/reliability.md R1.2.
 * @returns false when the key has a record; nothing was written then.
 */
export async function insertAnalysisWithRecord(
  db: Knex,
  analysis: Analysis,
  { companyId, route, keyHash }: KeyScope,
  fingerprint: Buffer,
  response: Buffer,
): Promise<boolean> {
  const values = [...toValues(analysis, keyHash), companyId, keyHash, route, fingerprint, response, analysis.id];
  return (await writePrepared(db, companyId, INSERT_WITH_RECORD, values)).rowCount === 1;
}

/** The matching input of one analysis; undefined when the id is unknown. Served by analyses_id_key. */
export async function findMatchingInput(db: Knex, analysisId: string): Promise<DatedMatchingInput | undefined> {
  const { rows } = await readPrepared<DatedMatchingInput>(db, FIND_MATCHING_INPUT, [analysisId]);
  return rows[0];
}
