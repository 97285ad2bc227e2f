const REPORT_MS = 15_000;

/**
 * Reports every 15 seconds where the user works, and brings in what the others have saved while there are others. Nothing is reported
 * while the page is hidden. docs/dashboard.md Y15.6.
 * @param options.report - returns who else is there. Without an answer, the last one stays.
 * @returns stops it.
 */
export function watchOthers<T>(options: {
  report: () => Promise<readonly T[]>;
  refresh: () => Promise<unknown>;
  isHidden: () => boolean;
  onOthers: (others: readonly T[]) => void;
}): () => void {
  const { report, refresh, isHidden, onOthers } = options;
  const tick = async () => {
    if (isHidden()) return;
    const others = await report();
    onOthers(others);
    if (others.length > 0) await refresh();
  };
  const start = () => void tick().catch(() => undefined);
  start();
  const timer = setInterval(start, REPORT_MS);
  return () => clearInterval(timer);
}
