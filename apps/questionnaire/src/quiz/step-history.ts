/** What an entry of the browser's history says about the questionnaire. */
interface StepEntry {
  svcStep: number;
  /** How many steps of this visit lie before it. */
  svcDepth: number;
}

/** The part of `window` that is used. */
export type HistoryWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>;
};

/**
 * The way back through the steps. A page of its own keeps it in the browser's history, so that the browser's back button shows
 * the question before. A page in a frame keeps it in memory: entries of a frame would stay in the shop page's history after the
 * frame is gone. Entries hold the step's id only, never an answer. docs/components.md B14.5.
 */
export class StepHistory {
  /** Steps before the current one; null: the browser keeps them. */
  private readonly trail: number[] | null;
  private readonly listener = (event: PopStateEvent): void => {
    const entry = readEntry(event.state);
    if (entry) this.onStep(entry.svcStep);
  };

  constructor(
    private readonly page: HistoryWindow,
    isFramed: boolean,
    private readonly onStep: (stepId: number) => void,
  ) {
    this.trail = isFramed ? [] : null;
  }

  connect(): void {
    this.page.addEventListener('popstate', this.listener);
  }
  disconnect(): void {
    this.page.removeEventListener('popstate', this.listener);
  }

  /** The step of the entry that the browser is at. */
  get stepId(): number | undefined {
    return this.entry?.svcStep;
  }
  get canGoBack(): boolean {
    return (this.trail?.length ?? this.entry?.svcDepth ?? 0) > 0;
  }

  push(stepId: number): void {
    if (this.trail) {
      if (this.stepId !== undefined) this.trail.push(this.stepId);
      this.replace(stepId);
    } else this.page.history.pushState(this.entryFor(stepId, 1), '');
  }
  replace(stepId: number): void {
    this.page.history.replaceState(this.entryFor(stepId, 0), '');
  }
  back(): void {
    if (!this.trail) {
      this.page.history.back();
      return;
    }
    const stepId = this.trail.pop();
    if (stepId === undefined) return;
    this.replace(stepId);
    this.onStep(stepId);
  }

  private get entry(): StepEntry | undefined {
    return readEntry(this.page.history.state);
  }
  private entryFor(stepId: number, further: number): StepEntry {
    return { svcStep: stepId, svcDepth: (this.entry?.svcDepth ?? 0) + further };
  }
}

function readEntry(state: unknown): StepEntry | undefined {
  const { svcStep, svcDepth } = (state ?? {}) as Partial<StepEntry>;
  return typeof svcStep === 'number' && typeof svcDepth === 'number' ? { svcStep, svcDepth } : undefined;
}
