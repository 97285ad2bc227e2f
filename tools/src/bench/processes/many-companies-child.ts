import { measureManyCompanies } from '@svc/matcher-svc/many-companies-bench';

/** Measures very many companies in a process that does nothing else. Prints the figures as JSON. */
const figures = await measureManyCompanies({
  databaseUrl: process.env.DATABASE_URL as string,
  companies: Number(process.env.BENCH_COMPANIES ?? 100_000),
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
