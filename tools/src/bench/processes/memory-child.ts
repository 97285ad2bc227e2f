import { measureCompanies } from '@svc/matcher-svc/companies-bench';

/** Measures many companies in a process that does nothing else, started with `--expose-gc`. Prints the figures as JSON. */
const figures = await measureCompanies({
  databaseUrl: process.env.DATABASE_URL as string,
  companies: Number(process.env.BENCH_COMPANIES ?? 1_000),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
