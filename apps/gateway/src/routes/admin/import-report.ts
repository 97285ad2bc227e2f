import { ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { Handler } from '../../context.js';
import { lookupId } from '../../parse/opaque-id.js';
import { companyOf } from './company-id.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  catalogAdmin: Pick<Clients['catalogAdmin'], 'getImport'>;
};

/** GET …/catalog/imports/{importId}/rejected.csv: the listed rejected rows as a table that a spreadsheet opens. */
export function getRejectedRows(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const { importId } = ctx.params as { importId: string };
    const { run } = await deps.catalogAdmin.getImport({ companyId, importId: lookupId(importId) });
    if (!run) throw new ServiceError('NOT_FOUND', 'No import with this id.');
    const lines = run.rejected.map(({ line, column, reason }) => [String(line), cell(column), cell(reason)].join(';'));
    ctx.status = 200;
    ctx.set('Content-Type', 'text/csv; charset=utf-8');
    ctx.set('Content-Disposition', `attachment; filename="import-${run.id}-rejected.csv"`);
    ctx.body = Buffer.from(['line;column;reason', ...lines, ''].join('\r\n'));
  };
}

/** A text that no spreadsheet takes for a formula. Reliability R5.8. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
