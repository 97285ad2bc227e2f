import { createDatabase, createLogger } from '@svc/kit';
import { connectOwner } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { addUpOrders } from '../usecases/add-up-orders.js';
import { addUpWeeks } from '../usecases/add-up-weeks.js';
import { getRevenue } from '../usecases/get-revenue.js';
import { type ReportQuery, visitReports } from '../usecases/visit-reports.js';
import { seedOrders } from './seed-orders.js';

const TODAY = '2026-03-01';
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`) };
const log = createLogger({ name: 'bench', level: 'silent' });

const REPORTS = ['overview', 'steps', 'sources', 'answers', 'matches'] as const;
/** Reports of revenue with their filters: each is read from other sums. */
const REVENUES = {
  revenue: {},
  'revenue of a funnel': { funnelId: 'f' },
  'revenue of a version': { versionId: 'version-1' },
  'revenue of a source': { source: 'source-1' },
} as const;
export type ReportName = (typeof REPORTS)[number] | keyof typeof REVENUES;
const isRevenue = (name: ReportName): name is keyof typeof REVENUES => Object.hasOwn(REVENUES, name);

/** Medians of one report, milliseconds. */
export interface ReportTime {
  report: ReportName;
  days: number;
  ms: number;
}

export interface ReportFigures {
  visits: number;
  orders: number;
  /** Rows of sums of days, and of weeks. */
  dayRows: number;
  weekRows: number;
  /** How long adding up all weeks took, and all days of orders. */
  weeksMs: number;
  ordersMs: number;
  times: ReportTime[];
  /** Bare sum of the rows of a year of `funnel_days`, the smallest that any report can read. */
  bareMs: number;
}

const QUERY = {
  ...{ companyId: 'bench', funnelId: 'f', versionId: undefined, locale: undefined, source: undefined },
  ...{ to: TODAY, timeZone: 'UTC' },
};
const VARIANTS = Array.from({ length: 60 }, (_, number) => `V${number}`);
const PERIODS = [28, 91, 182, 395];

/** Measures reports over sums of seeded visits, and over orders, of 395 days, on an empty database. Revenue is that of the whole company. */
export async function measureReports(options: {
  databaseUrl: string;
  visits: number;
  orders: number;
  rounds: number;
}): Promise<ReportFigures> {
  const database = createDatabase({
    url: options.databaseUrl,
    schema: 'insight',
    migrationsDirectory: new URL('../migrations/', import.meta.url),
    poolMax: 4,
    log,
  });
  const owner = connectOwner(options.databaseUrl, 'insight');
  try {
    await database.migrate();
    const { knex: db } = database;
    const visits = await seedSums(owner, options.visits);
    await seedOrders(owner, options.orders, TODAY);
    const ordersMs = await time(() => addUpOrders({ db, clock })(new AbortController().signal));
    const weeksMs = await time(() => addUpWeeks({ db, clock })());
    await owner.raw('vacuum analyze funnel_days, step_days, analysis_days, option_days, variant_days');
    await owner.raw('vacuum analyze sum_weeks, step_weeks, option_weeks, variant_weeks');
    await owner.raw('vacuum analyze order_days, credited_lines, order_sum_days, order_day_marks');
    const reports = visitReports({ db, clock, onZone() {} });
    const revenue = getRevenue({ db, clock });
    const run = (name: ReportName, from: string) => {
      if (isRevenue(name)) return revenue('bench', { fromDay: from, toDay: TODAY, timeZone: 'UTC', ...REVENUES[name] });
      const query: ReportQuery = { ...QUERY, from };
      return name === 'matches' ? reports.matches(query, VARIANTS, false) : reports[name](query);
    };
    const times: ReportTime[] = [];
    for (const days of PERIODS) {
      const from = new Date(Date.parse(TODAY) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
      for (const report of [...REPORTS, ...(Object.keys(REVENUES) as ReportName[])]) {
        times.push({ report, days, ms: await median(options.rounds, () => run(report, from)) });
      }
    }
    const bareMs = await median(options.rounds, () =>
      owner('funnel_days').where({ company_id: 'bench', funnel_id: 'f' }).sum('visits'),
    );
    const count = async (tables: string[]) => {
      const counts = await Promise.all(tables.map((table) => owner(table).count<{ count: string }[]>()));
      return counts.reduce((sum, rows) => sum + Number(rows[0]?.count), 0);
    };
    return {
      ...{ visits, orders: options.orders, weeksMs, ordersMs, times, bareMs },
      dayRows: await count(['funnel_days', 'step_days', 'analysis_days', 'option_days', 'variant_days']),
      weekRows: await count(['step_weeks', 'option_weeks', 'variant_weeks']),
    };
  } finally {
    await owner.destroy();
    await database.close();
  }
}

/** Of `rounds` runs, after one that is not counted. */
async function median(rounds: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await time(run));
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] as number;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/**
 * Of each day: 2 versions, 3 languages, 10 sources, 3 devices; 10 questions, 4 answers each, 60 variants.
 * @returns the visits that were seeded: as many in each cell, and at least one.
 */
async function seedSums(owner: Knex, visits: number): Promise<number> {
  const perCell = Math.max(1, Math.round(visits / 395 / 180));
  const cells = `
    generate_series(?::date - 394, ?::date, interval '1 day') as day, generate_series(1, 2) as version,
    unnest(array['de', 'en', 'fr']) as locale, generate_series(1, 10) as source`;
  const dimensions = `'bench', 'f', day::date, 'version-' || version, locale, 'source-' || source`;
  const devices = `unnest(array['PHONE', 'TABLET', 'DESKTOP']) as device`;
  const insert = (sql: string) => owner.raw(sql, [TODAY, TODAY, perCell]);
  await insert(
    `insert into funnel_days select ${dimensions}, device, n, n * 2 / 3, n / 2 from ${cells}, ${devices}, (select ?::int as n) n`,
  );
  await insert(
    `insert into step_days
     select ${dimensions}, device, step, shown, shown * 3 / 4, shown / 9, shown / 12, shown * (step - 1),
            (select jsonb_object_agg(40 + step + class * 3, greatest(1, shown / 8)) from generate_series(1, 8) class)
       from ${cells}, ${devices}, generate_series(1, 10) step, lateral (select greatest(1, ?::int * (14 - step) / 14) as shown) s`,
  );
  await insert(
    `insert into analysis_days
     select ${dimensions}, n, n / 20, n, n, n / 3, n * 9 / 10, n / 3, n / 6, n / 30 from ${cells}, (select ?::int * 3 / 2 as n) n`,
  );
  await insert(
    `insert into option_days
     select ${dimensions}, step, case option when 0 then '' else 'o' || option end, n / (option + 1)
       from ${cells}, generate_series(1, 10) step, generate_series(0, 4) option, (select ?::int * 3 / 2 as n) n`,
  );
  await insert(
    `insert into variant_days
     select ${dimensions}, 'V' || variant, n / 2, n / 9, n / 20, n / 90
       from ${cells}, generate_series(0, 59) variant, (select ?::int * 3 / 2 as n) n`,
  );
  await owner.raw(
    `insert into sum_weeks
     select distinct 'bench', subject, date_trunc('week', day::timestamp)::date, false
       from funnel_days, unnest(array['VISITS', 'ANALYSES']) subject`,
  );
  return perCell * 395 * 180;
}
