import { type MemoryCase, measureImportMemory } from '@svc/catalog-sync/memory-bench';

/** Measures one import in a process that does nothing else, started with `--expose-gc`. Prints the figures as JSON. */
const { BULK_URL, DATABASE_URL, BENCH_ROWS } = process.env;
const what: MemoryCase =
  BULK_URL === undefined ? { kind: 'csv' } : { kind: 'shopify', getUrl: (variants) => `${BULK_URL}/${variants}` };
const figures = await measureImportMemory(what, {
  databaseUrl: DATABASE_URL as string,
  rows: Number(BENCH_ROWS ?? 200_000),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
