import { SvcAnalysisRequestedEvent, SvcResultsRequestedEvent } from '../../events/notice-events.js';
import type { Runtime } from '../../loader/runtime.js';
import { findNewestAnalysis } from '../shared/find-newest-analysis.js';

/** Tracking source of analyses and results that the chat opens. */
const SOURCE = 'chat';

/** What the buttons of a chat do. */
export interface ChatActions {
  openAnalysis(): Promise<void>;
  openResults(): Promise<void>;
  /** Asks before it deletes. */
  askToRemove(): void;
  restart(): void;
}

/** Opens the analysis in the popup, unless a listener cancels it. docs/components.md B17.15. */
export async function openAnalysis(runtime: Runtime): Promise<void> {
  if (!document.dispatchEvent(new SvcAnalysisRequestedEvent())) return;
  await (await runtime.popup())?.open(runtime.current?.defaultFunnel, SOURCE);
}

/** Opens the newest result of this browser in the popup, else the analysis. docs/components.md B17.16. */
export async function openResults(runtime: Runtime): Promise<void> {
  if (!document.dispatchEvent(new SvcResultsRequestedEvent())) return;
  const { current } = runtime;
  const newest = current && (await findNewestAnalysis(runtime, current));
  await (await runtime.popup())?.open(newest?.funnel.subdomain ?? current?.defaultFunnel, SOURCE);
}
