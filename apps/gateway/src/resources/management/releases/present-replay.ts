import { type ReplayReport as ReportMessage, replayedParts, replayedTabStates } from '@svc/proto';
import { presentVersions } from '../analyses/present-explanation.js';
import type { ReplayReport } from '../bodies.js';
import { presence } from '../presence.js';

/** A report as docs/management.md shows it. */
export function presentReplay(report: ReportMessage): ReplayReport {
  const { parts, funnelVersion = null } = presence(report.draft);
  const { gained, lost } = presence(report.variants);
  return {
    date: report.date,
    versions: presentVersions(report.versions),
    draft: { parts: parts.map(replayedParts.toName), funnelVersion },
    analyses: presence(report.analyses),
    variants: { gained: presence(gained), lost: presence(lost) },
    top: presence(report.top),
    tabs: report.tabs
      ? {
          analyses: report.tabs.analyses,
          tabs: report.tabs.tabs.map((tab) => ({ ...tab, state: replayedTabStates.toName(tab.state) })),
        }
      : null,
    exceeding: presence(report.exceeding),
    examples: report.examples.map((example) => ({
      analysisId: example.analysisId,
      before: example.before ?? null,
      after: example.after ?? null,
      gained: presence(example.gained),
      lost: presence(example.lost),
    })),
  };
}
