/** Writes the metrics of a drill that succeeded, in one step. */
export function writeDrillMetrics(file: string, drill: { seconds: number; endedAt: Date }): void;
