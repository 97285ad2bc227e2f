import { MAX_VISIT_BATCH, MAX_VISIT_MS } from '@svc/domain';

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
  /** @returns whether there is nothing to repeat: it was taken, or refused for good. */
  send(body: string): Promise<boolean>;
  /** Milliseconds. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  newId(): string;
}

/** How long events are collected, milliseconds. */
export const COLLECT_MS = 2_000;
const MAX_ATTEMPTS = 3;
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
  private readonly visitId: string;
  private waiting: { event: VisitEvent; attempts: number }[] = [];
  private count = 0;
  private isPlanned = false;
  private state: 'held' | 'on' | 'off' = 'held';
  /** The step that is shown; null: none, or the answers were sent. */
  private stepId: number | null = null;
  /** When the visible time began that has not been added up yet; null: the page is hidden. */
  private visibleSince: number | null;
  private visibleMs = 0;

  constructor(private readonly deps: VisitReporterDeps) {
    this.visitId = deps.newId();
    this.visibleSince = deps.now();
  }

  /** `off` drops what was not sent. */
  setState(state: 'on' | 'off'): void {
    this.state = state;
    if (state === 'off') this.waiting = [];
    else if (this.waiting.length > 0) this.plan(COLLECT_MS);
  }

  record(type: VisitEventType, stepId: number): void {
    if (type === 'SHOWN') this.stepId = stepId;
    if (type === 'FINISHED') this.stepId = null;
    if (this.state === 'off' || this.count >= MAX_EVENTS) return;
    const event = { n: this.count, type, stepId, atMs: Math.min(this.getTime(), MAX_VISIT_MS) };
    this.count += 1;
    this.waiting.push({ event, attempts: 0 });
    if (this.state === 'on') this.plan(COLLECT_MS);
  }

  /** The page is hidden, perhaps for good: what waits is sent now, and time stands still. */
  hide(): void {
    if (this.visibleSince === null) return;
    if (this.stepId !== null) this.record('LEFT', this.stepId);
    this.visibleMs = this.getTime();
    this.visibleSince = null;
    this.flush();
  }

  /** The page is seen again. */
  show(): void {
    this.visibleSince ??= this.deps.now();
  }

  flush(): void {
    if (this.state !== 'on') return;
    while (this.waiting.length > 0) void this.send(this.waiting.splice(0, MAX_VISIT_BATCH));
  }

  private getTime(): number {
    const sinceMs = this.visibleSince === null ? 0 : this.deps.now() - this.visibleSince;
    return Math.max(0, Math.round(this.visibleMs + sinceMs));
  }

  private plan(ms: number): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.deps.setTimeout(() => {
      this.isPlanned = false;
      this.flush();
    }, ms);
  }

  private async send(batch: typeof this.waiting): Promise<void> {
    const events = batch.map(({ event }) => event);
    const { source, ...facts } = this.deps.getFacts();
    const body = { kind: 'FUNNEL', visitId: this.visitId, ...facts, ...(source === null ? {} : { source }), events };
    if ((await this.deps.send(JSON.stringify(body))) || this.state === 'off') return;
    const again = batch
      .map(({ event, attempts }) => ({ event, attempts: attempts + 1 }))
      .filter(({ attempts }) => attempts < MAX_ATTEMPTS);
    this.waiting = [...again, ...this.waiting];
    if (again[0]) this.plan(COLLECT_MS * 2 ** again[0].attempts);
  }
}
