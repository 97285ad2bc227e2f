/** Where progress is shown: a terminal gets a bar that is redrawn, any other output a line now and then. */
export interface ProgressOutput {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/** How far something is. */
export interface Progress {
  done: number;
  /** 0: not known. */
  total: number;
  /** What is counted: `rows read`. */
  what: string;
}

export interface ProgressDisplay {
  update(progress: Progress): void;
  /** Takes the bar away. */
  end(): void;
}

const BAR_WIDTH = 24;
/** Least time between two lines where there is no terminal: logs of a build are read, not watched. */
const LINE_EVERY_MS = 5_000;
/** Before that the pace is not known. */
const ESTIMATE_AFTER_MS = 3_000;
const CLEAR_LINE = '\r\u001b[K';

/** Shows how far something is. What takes less than five seconds leaves no line. */
export function showProgress(output: ProgressOutput, now: () => number = () => performance.now()): ProgressDisplay {
  let shownAt = now();
  let drawn = false;
  let phase = { what: '', beganAt: 0, from: 0 };

  /** With the time that is left at the pace so far. */
  function describeProgress({ done, total, what }: Progress): string {
    if (phase.what !== what) phase = { what, beganAt: now(), from: done };
    if (total <= 0) return `${done} ${what}`;
    const elapsedMs = now() - phase.beganAt;
    const isKnown = elapsedMs >= ESTIMATE_AFTER_MS && done > phase.from && done < total;
    const leftMs = (elapsedMs * (total - done)) / (done - phase.from);
    return `${done} of ${total} ${what}${isKnown ? `, about ${formatDuration(leftMs)} left` : ''}`;
  }

  return {
    update(progress) {
      const sentence = describeProgress(progress);
      if (output.isTTY) {
        output.write(`${CLEAR_LINE}${formatBar(progress)} ${sentence}`.slice(0, getWidth(output)));
        drawn = true;
      } else if (now() - shownAt >= LINE_EVERY_MS) {
        shownAt = now();
        output.write(`${sentence}\n`);
      }
    },
    end() {
      if (drawn) output.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

/** Characters that fit on one line, so that the bar does not wrap and stay behind. Some terminals say that they have none. */
const getWidth = ({ columns }: ProgressOutput): number => CLEAR_LINE.length + (columns || 80) - 1;

/** Empty while the total is not known. */
function formatBar({ done, total }: Progress): string {
  const filled = total > 0 ? Math.round((BAR_WIDTH * Math.min(done, total)) / total) : 0;
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]`;
}

const formatDuration = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
