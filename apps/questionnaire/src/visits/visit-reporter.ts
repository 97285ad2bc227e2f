import { createReportQueue, type ReportQueue } from '@svc/components';
import { MAX_VISIT_MS } from '@svc/domain';

export type VisitEventType = 'SHOWN' | 'ANSWERED' | 'BACK' | 'FINISHED' | 'LEFT';

/** What a report says about the page, besides its events. */
export interface VisitFacts {
  versionId: string;
  source: string | null;
  locale: string;
  device: 'phone' | 'tablet' | 'desktop';
  /** The test that the page was assigned to. */
  experiment?: { id: string; arm: string | null } | undefined;
  /** Of a visitor who agreed; only with a test. */
  visitorId?: string | undefined;
}

export interface VisitReporterDeps {
  getFacts(): VisitFacts;
  /** Sends the JSON of a report. Null: there is no answer. */
  send(body: string): Promise<Response | null>;
  /** Milliseconds. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  newId(): string;
}

/** A visit with more is not that of a person. */
const MAX_EVENTS = 450;

interface VisitEvent {
  n: number;
  type: VisitEventType;
  stepId: number;
  atMs: number;
}

/**
 * Reports one page load of the questionnaire, by an id that only this object knows. docs/insight.md N4.
 * `held`: collects and sends nothing, until the shop page said whether it may.
 */
export class VisitReporter {
  private readonly queue: ReportQueue<VisitEvent>;
  private held: VisitEvent[] = [];
  private count = 0;
  private state: 'held' | 'on' | 'off' = 'held';
  /** The step that is shown; null: none, or the answers were sent. */
  private stepId: number | null = null;
  /** When the visible time began that has not been added up yet; null: the page is hidden. */
  private visibleSince: number | null;
  private visibleMs = 0;

  constructor(private readonly deps: VisitReporterDeps) {
    const visitId = deps.newId();
    this.visibleSince = deps.now();
    this.queue = createReportQueue<VisitEvent>({
      setTimeout: deps.setTimeout,
      send(events) {
        const { source, ...facts } = deps.getFacts();
        const body = { kind: 'FUNNEL', visitId, ...facts, ...(source === null ? {} : { source }), events };
        return deps.send(JSON.stringify(body));
      },
    });
  }

  /** `off` drops what was not sent. */
  setState(state: 'on' | 'off'): void {
    this.state = state;
    const held = this.held.splice(0);
    if (state === 'off') this.queue.drop();
    else for (const event of held) this.queue.add(event);
  }

  record(type: VisitEventType, stepId: number): void {
    if (type === 'SHOWN') this.stepId = stepId;
    if (type === 'FINISHED') this.stepId = null;
    if (this.state === 'off' || this.count >= MAX_EVENTS) return;
    const event = { n: this.count, type, stepId, atMs: Math.min(this.getTime(), MAX_VISIT_MS) };
    this.count += 1;
    if (this.state === 'held') this.held.push(event);
    else this.queue.add(event);
  }

  /** The page is hidden, perhaps for good: what waits is sent now, and time stands still. */
  hide(): void {
    if (this.visibleSince === null) return;
    if (this.stepId !== null) this.record('LEFT', this.stepId);
    this.visibleMs = this.getTime();
    this.visibleSince = null;
    this.queue.leave();
  }

  /** The page is seen again. */
  show(): void {
    this.visibleSince ??= this.deps.now();
  }

  /** Sends what waits, unless the service asked to wait. */
  flush(): void {
    this.queue.flush();
  }

  private getTime(): number {
    const sinceMs = this.visibleSince === null ? 0 : this.deps.now() - this.visibleSince;
    return Math.max(0, Math.round(this.visibleMs + sinceMs));
  }
}
