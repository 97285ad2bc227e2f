import type { ReplayReport } from '@svc/domain';
import { type ReplayReport as ReportMessage, replayedParts, replayedTabStates } from '@svc/proto';

export const toReplayReportMessage = (report: ReplayReport): ReportMessage => ({
  ...report,
  versions: { ...report.versions, model: report.versions.model ?? undefined },
  draft: {
    parts: report.draft.parts.map(replayedParts.fromName),
    funnelVersion: report.draft.funnelVersion ?? undefined,
  },
  tabs: report.tabs
    ? {
        analyses: report.tabs.analyses,
        tabs: report.tabs.tabs.map((tab) => ({ ...tab, state: replayedTabStates.fromName(tab.state) })),
      }
    : undefined,
  examples: report.examples.map((example) => ({
    ...example,
    before: example.before ?? undefined,
    after: example.after ?? undefined,
  })),
});
