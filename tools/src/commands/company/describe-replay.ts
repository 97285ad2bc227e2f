import type { Findings } from '@svc/domain';
import type { ReplayReport } from '@svc/gateway/bodies';

/** The report of a replay in lines. */
export function describeReplay(subdomain: string, report: ReplayReport): string[] {
  const { analyses, variants, tabs, exceeding, examples } = report;
  const lines = [heading(subdomain, report)];
  if (analyses.replayed === 0) return [...lines, 'No analyses of this funnel are stored: there is nothing to compare.'];
  lines.push('', ...summary(report));
  for (const [title, found] of Object.entries({ Lost: variants.lost, Gained: variants.gained })) {
    if (found.total > 0) lines.push('', ...frequent(title, found, analyses.replayed));
  }
  if (tabs?.tabs.some(({ changed, state }) => changed > 0 || state !== 'kept'))
    lines.push('', ...tableOfTabs(tabs.tabs));
  if (exceeding.before + exceeding.after > 0) {
    const { limit, before, after } = exceeding;
    lines.push('', `More than ${limit} variants are eligible in ${count(before)} before and ${count(after)} after.`);
  }
  if (examples.length > 0)
    lines.push('', 'Examples (analysis, matched variants before → after)', ...examples.map(line));
  return lines;
}

function heading(subdomain: string, { analyses, draft, versions, date }: ReplayReport): string {
  const { funnelVersion, configVersion, catalogVersion } = versions;
  const parts = draft.parts.map((part) =>
    part === 'steps' && draft.funnelVersion ? `version ${draft.funnelVersion.number}` : part,
  );
  const base = `version ${funnelVersion.number}, settings ${configVersion}, catalog ${catalogVersion}, ${date}`;
  return `${subdomain}: the newest ${count(analyses.replayed)} with ${parts.join(', ')} in the place of what is in force (${base}).`;
}

function summary({ analyses, top }: ReplayReport): string[] {
  const rows: [string, number, string?][] = [
    ['Changed', analyses.changed],
    ['  other variants', analyses.membershipChanged],
    ['  only another order', analyses.orderChanged],
    ['Newly empty', analyses.newlyEmpty],
    ['No longer empty', analyses.noLongerEmpty],
    [`First ${top.places} changed`, top.changed, `; ${percent(top.churn, 1)} of their places have other variants`],
  ];
  return rows.map(([name, number, more = '']) => {
    const share = percent(number, analyses.replayed).padStart(8);
    return `${name.padEnd(22)}${String(number).padStart(6)}${share}${more}`;
  });
}

/** Variants of a direction that are named; `--json` has 50. */
const LISTED = 15;

function frequent(title: string, found: ReplayReport['variants']['lost'], replayed: number): string[] {
  const first = found.first.slice(0, LISTED);
  const width = Math.max(...first.map(({ variantId }) => variantId.length));
  const more = found.total - first.length;
  return [
    `${title}: ${found.total === 1 ? '1 variant' : `${found.total} variants`}`,
    ...first.map(
      ({ variantId, analyses }) =>
        `  ${variantId.padEnd(width)}  in ${count(analyses)} (${percent(analyses, replayed)})`,
    ),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function tableOfTabs(tabs: NonNullable<ReplayReport['tabs']>['tabs']): string[] {
  const rows = tabs.map(({ key, state, changed, newlyEmpty, noLongerEmpty }) => [
    state === 'kept' ? key : `${key} (${state})`,
    String(changed),
    String(newlyEmpty),
    String(noLongerEmpty),
  ]);
  const table = [['Tab', 'changed', 'newly empty', 'no longer empty'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] as string).length)));
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join('  '),
  );
}

function line({ analysisId, before, after, gained, lost }: ReplayReport['examples'][number]): string {
  const changes = [...names('-', lost), ...names('+', gained)];
  const what = changes.length > 0 ? changes.join(' ') : 'another order';
  return `  ${analysisId}  ${before ?? 'too many'} → ${after ?? 'too many'}  ${before === null || after === null ? '' : what}`.trimEnd();
}

const NAMED = 5;

function names(sign: string, { total, first }: Findings<string>): string[] {
  const shown = first.slice(0, NAMED).map((id) => `${sign}${id}`);
  return total > shown.length ? [...shown, `${sign}… (${total})`] : shown;
}

const count = (analyses: number): string => (analyses === 1 ? '1 analysis' : `${analyses} analyses`);
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
