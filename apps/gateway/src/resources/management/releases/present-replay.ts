import { type ReplayReport as ReportMessage, replayedParts, replayedTabStates } from '@svc/proto';
import { requirePart } from '../../../messages/require-part.js';
import { presentVersions } from '../analyses/present-explanation.js';
import type { ReplayReport } from '../bodies.js';

/** A report as docs/management.md shows it. */
export function presentReplay(report: ReportMessage): ReplayReport {
  const { parts, funnelVersion = null } = requirePart(report.draft);
  const { gained, lost } = requirePart(report.variants);
  return {
    date: report.date,
    versions: presentVersions(report.versions),
    draft: { parts: parts.map(replayedParts.toName), funnelVersion },
    analyses: requirePart(report.analyses),
    variants: { gained: requirePart(gained), lost: requirePart(lost) },
    top: requirePart(report.top),
    tabs: report.tabs
      ? {
          analyses: report.tabs.analyses,
          tabs: report.tabs.tabs.map((tab) => ({ ...tab, state: replayedTabStates.toName(tab.state) })),
        }
      : null,
    exceeding: requirePart(report.exceeding),
    examples: report.examples.map((example) => ({
      analysisId: example.analysisId,
      before: example.before ?? null,
      after: example.after ?? null,
      gained: requirePart(example.gained),
      lost: requirePart(example.lost),
    })),
  };
}
