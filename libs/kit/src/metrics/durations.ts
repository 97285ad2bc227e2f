import { DURATION_BUCKETS_S } from './histograms.js';
import type { Labels } from './metrics.js';

interface Series {
  labels: string;
  /** Values by bucket, not cumulated; the last one has no upper bound. */
  counts: number[];
  sum: number;
}

/**
 * One histogram of Prometheus. That of prom-client takes 3 µs per duration, mostly to find the series of its labels, which is 5 % of a
 * funnel read. docs/adr/0044-metrics-of-a-process.md.
 */
export class Durations {
  readonly #series = new Map<string, Series>();
  readonly #name: string;
  readonly #help: string;
  readonly #labelNames: readonly string[];
  readonly #buckets: readonly number[];

  constructor(
    name: string,
    {
      help,
      labels,
      buckets = DURATION_BUCKETS_S,
    }: { help: string; labels: readonly string[]; buckets?: readonly number[] },
  ) {
    this.#name = name;
    this.#help = help;
    this.#labelNames = labels;
    this.#buckets = buckets;
  }

  observe(value: number, labels: Labels): void {
    this.#add(this.#find(labels), value);
  }

  /** The same for values that always have these labels: without a search for their series. */
  bind(labels: Labels): (value: number) => void {
    const series = this.#find(labels);
    return (value) => this.#add(series, value);
  }

  #find(labels: Labels): Series {
    let key = '';
    for (const name of this.#labelNames) key += `${labels[name]}\n`;
    let series = this.#series.get(key);
    if (!series) {
      series = this.#createSeries(labels);
      this.#series.set(key, series);
    }
    return series;
  }

  #add(series: Series, value: number): void {
    let bucket = 0;
    while (value > (this.#buckets[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.sum += value;
  }

  /** In the text format of Prometheus. */
  toText(): string {
    const lines = [`# HELP ${this.#name} ${this.#help}`, `# TYPE ${this.#name} histogram`];
    for (const { labels, counts, sum } of this.#series.values()) {
      let total = 0;
      const others = labels === '' ? '' : `${labels},`;
      counts.forEach((count, bucket) => {
        total += count;
        lines.push(`${this.#name}_bucket{${others}le="${this.#buckets[bucket] ?? '+Inf'}"} ${total}`);
      });
      lines.push(`${this.#name}_sum{${labels}} ${sum}`, `${this.#name}_count{${labels}} ${total}`);
    }
    return `${lines.join('\n')}\n`;
  }

  #createSeries(labels: Labels): Series {
    const text = this.#labelNames.map((name) => `${name}="${escapeValue(labels[name] ?? '')}"`).join(',');
    return { labels: text, counts: Array.from({ length: this.#buckets.length + 1 }, () => 0), sum: 0 };
  }
}

const escapeValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
