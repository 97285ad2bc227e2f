/** Where progress is shown: a terminal gets a bar that is drawn anew, anything else a line now and then. */
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
const CLEAR_LINE = '\r\u001b[K';

/** Shows how far something is. What takes less than five seconds leaves no line. */
export function showProgress(output: ProgressOutput, now: () => number = () => performance.now()): ProgressDisplay {
  let shownAt = now();
  let drawn = false;
  return {
    update(progress) {
      if (output.isTTY) {
        output.write(`${CLEAR_LINE}${barOf(progress)} ${sentenceOf(progress)}`.slice(0, widthOf(output)));
        drawn = true;
      } else if (now() - shownAt >= LINE_EVERY_MS) {
        shownAt = now();
        output.write(`${sentenceOf(progress)}\n`);
      }
    },
    end() {
      if (drawn) output.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

/** Characters that fit on one line, so that the bar does not wrap and stay behind. */
const widthOf = ({ columns }: ProgressOutput): number => CLEAR_LINE.length + (columns ?? 80) - 1;

/** Empty while the total is not known. */
function barOf({ done, total }: Progress): string {
  const filled = total > 0 ? Math.round((BAR_WIDTH * Math.min(done, total)) / total) : 0;
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]`;
}

const sentenceOf = ({ done, total, what }: Progress): string =>
  total > 0 ? `${done} of ${total} ${what}` : `${done} ${what}`;
