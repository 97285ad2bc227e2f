import { sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import type { MatchPlace } from '../domain/attribution/attribute-order.js';
import { onCreditedLine } from './on-credited-line.js';

/** An analysis whose tabs and rules must be asked for. */
export interface UnexplainedAnalysis {
  companyId: string;
  analysisId: string;
  /** How often it was tried. */
  tries: number;
}

/** Variants that matcher-svc explains together. */
const MAX_VARIANTS = 100;

export interface UnexplainedRow {
  company_id: string;
  analysis_hash: Buffer;
  analysis_id: string;
  tries: number;
  next_try_at: Date;
}

/** Analyses that are credited with lines, before the first try. */
export const toUnexplained = (companyId: string, analysisIds: readonly string[], nextTryAt: Date): UnexplainedRow[] =>
  analysisIds.map((id) => ({
    ...{ company_id: companyId, analysis_hash: sha256(id), analysis_id: id, tries: 0, next_try_at: nextTryAt },
  }));

/** Notes analyses, once each. */
export async function saveUnexplained(trx: Knex.Transaction, rows: readonly UnexplainedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx('unexplained_analyses').insert(rows).onConflict(['company_id', 'analysis_hash']).ignore();
}

/** Of all companies, those that are due, the longest due first. Served by unexplained_analyses_due_idx. */
export async function listUnexplained(db: Knex, now: Date, limit: number): Promise<UnexplainedAnalysis[]> {
  const rows = await db('all_unexplained_analyses')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .select<{ company_id: string; analysis_id: string; tries: number }[]>('company_id', 'analysis_id', 'tries');
  return rows.map(({ company_id, analysis_id, tries }) => ({ companyId: company_id, analysisId: analysis_id, tries }));
}

const toKey = ({ companyId, analysisId }: UnexplainedAnalysis) => ({
  ...{ company_id: companyId, analysis_hash: sha256(analysisId) },
});

/** Variants of lines that are credited to the analysis and whose tabs and rules are not known, at most 100. Served by attributions_analysis_idx. */
export async function listUnplacedVariants(trx: Knex.Transaction, analysis: UnexplainedAnalysis): Promise<string[]> {
  const rows = await trx('attributions')
    .join('order_lines', onCreditedLine)
    .where({ 'attributions.company_id': analysis.companyId, analysis_hash: sha256(analysis.analysisId), tabs: null })
    .distinct<{ variant_id: string }[]>('variant_id')
    .orderBy('variant_id')
    .limit(MAX_VARIANTS);
  return rows.map(({ variant_id }) => variant_id);
}

/** Stores the places of these variants where they are not known. A variant without an entry is in no tab, and no rule moved it. */
export async function placeVariants(
  trx: Knex.Transaction,
  analysis: UnexplainedAnalysis,
  variantIds: readonly string[],
  places: ReadonlyMap<string, MatchPlace>,
): Promise<void> {
  const { company_id, analysis_hash } = toKey(analysis);
  for (const variantId of variantIds) {
    await trx.raw(
      `update attributions a set tabs = ?::text[], rules = ?::text[] from order_lines l
        where a.company_id = ? and a.analysis_hash = ? and a.tabs is null and l.company_id = a.company_id
          and l.order_key = a.order_key and l.line_key = a.line_key and l.variant_id = ?`,
      [
        [...(places.get(variantId)?.tabs ?? [])],
        [...(places.get(variantId)?.rules ?? [])],
        company_id,
        analysis_hash,
        variantId,
      ],
    );
  }
}

export async function postpone(trx: Knex.Transaction, analysis: UnexplainedAnalysis, nextTryAt: Date): Promise<void> {
  await trx('unexplained_analyses')
    .where(toKey(analysis))
    .update({ tries: analysis.tries + 1, next_try_at: nextTryAt });
}

/** Its tabs and rules are known, or will not be. */
export async function forget(trx: Knex.Transaction, analysis: UnexplainedAnalysis): Promise<void> {
  await trx('unexplained_analyses').where(toKey(analysis)).delete();
}
