/** What an entry of the browser's history says about the questionnaire. */
interface StepEntry {
  svcStep: number;
  /** How many steps of this visit lie before it. */
  svcDepth: number;
}

/**
 * Steps in the browser's history, so that its back button goes one question back. Entries hold the step's id only, never an
 * answer.
 */
export class StepHistory {
  private readonly listener = (event: PopStateEvent): void => {
    const entry = readEntry(event.state);
    if (entry) this.onStep(entry.svcStep);
  };

  constructor(private readonly onStep: (stepId: number) => void) {}

  connect(): void {
    window.addEventListener('popstate', this.listener);
  }
  disconnect(): void {
    window.removeEventListener('popstate', this.listener);
  }

  /** The step of the entry that the browser is at. */
  get stepId(): number | undefined {
    return readEntry(history.state)?.svcStep;
  }
  get canGoBack(): boolean {
    return (readEntry(history.state)?.svcDepth ?? 0) > 0;
  }

  push(stepId: number): void {
    const svcDepth = (readEntry(history.state)?.svcDepth ?? 0) + 1;
    history.pushState({ svcStep: stepId, svcDepth } satisfies StepEntry, '');
  }
  replace(stepId: number): void {
    const svcDepth = readEntry(history.state)?.svcDepth ?? 0;
    history.replaceState({ svcStep: stepId, svcDepth } satisfies StepEntry, '');
  }
  back(): void {
    history.back();
  }
}

function readEntry(state: unknown): StepEntry | undefined {
  const { svcStep, svcDepth } = (state ?? {}) as Partial<StepEntry>;
  return typeof svcStep === 'number' && typeof svcDepth === 'number' ? { svcStep, svcDepth } : undefined;
}
