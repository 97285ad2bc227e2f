import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CatalogSnapshot } from '@svc/domain';
import { compileAssortment } from '../engine/compile/compile-assortment.js';
import { compileFunnel } from '../engine/compile/compile-funnel.js';
import { describeVariants } from '../engine/explain/describe-variants.js';
import { encodeBody } from '../engine/rank/encode-body.js';
import { findScope } from '../engine/rank/find-scope.js';
import type { MatchRequest } from '../engine/rank/match-variants.js';
import { createProfile } from '../engine/rank/profile.js';
import { rankVariants } from '../engine/rank/rank-variants.js';
import { forEachIn } from '../engine/structures/bit-set.js';
import { textAt } from '../engine/structures/text-table.js';
import { benchCompany, benchRequests } from '../engine/testing/bench-company.js';
import { compileCompany, type TestCompany } from '../engine/testing/company.js';
import { naiveEngine } from '../engine/testing/naive-engine.js';

/** One line of the table of `npm run bench`. */
export interface EngineRow {
  /** Figure of performance.md. */
  id: string;
  figure: string;
  ratio: number;
  /** For example `≤ 0.15`; absent: for information. */
  must?: string;
  note: string;
}

const SIZES = [200, 2_000, 20_000] as const;
const ANALYSES = 60;
const MEGABYTE = 1024 * 1024;

/**
 * The engine's figures: time of one match of effective answers to ordered ids, against the naive object engine on the
 * same seeded data; growth; memory of a compiled company. Each round measures everything in turn, ratios are taken within
 * a round, and the median round counts. Both engines must agree on every list. Takes some seconds.
 */
export function measureEngine({ rounds = 7 }: { rounds?: number } = {}): EngineRow[] {
  const [small, middle, large] = SIZES.map(prepare) as [Prepared, Prepared, Prepared];
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of [small, middle, large]) measureRound(size, round > 0);
  }
  return [
    { ...againstNaive(middle), must: '≤ 0.15' },
    againstNaive(small),
    againstNaive(large),
    growth(small, middle, '≤ 6'),
    growth(middle, large, '≤ 12'),
    {
      id: 'P3',
      figure: `writing the body, share of a match, ${middle.size} variants`,
      ratio: medianRatio(middle.bodyUs, middle.engineUs),
      note: `${median(middle.bodyUs).toFixed(1)} µs`,
    },
    describing(middle),
    scoping(large),
    measureMemory(2_000),
  ];
}

/** One size: what is measured, and microseconds a call by round. */
interface Prepared {
  size: number;
  requests: MatchRequest[];
  engine(request: MatchRequest): Uint32Array;
  naive(request: MatchRequest): string[];
  body(request: MatchRequest, index: number): Uint8Array;
  engineUs: number[];
  naiveUs: number[];
  bodyUs: number[];
  /** Mean length of the lists. */
  listed: number;
}

function prepare(size: number): Prepared {
  const company = benchCompany(size);
  const requests = benchRequests(ANALYSES);
  const funnel = compileCompany(company);
  const variants = funnel.assortment.variants;
  // The ranking behind `matchVariants`, which rejects 20,000 variants in one match.
  const engine = (request: MatchRequest) => rankVariants(funnel, createProfile(funnel, request), funnel.scope);
  const naive = naiveEngine(company);
  const rankings = requests.map(engine);
  for (const [index, request] of requests.entries()) {
    const ids = Array.from(rankings[index]!, (ordinal) => textAt(variants, ordinal));
    if (ids.join() !== naive(request).join()) throw new Error(`The engines differ at ${size} variants.`);
  }
  const language = { locale: undefined, companyLanguage: 'en' };
  const body = (_request: MatchRequest, index: number) =>
    encodeBody(variants, { matched: rankings[index]!, tabs: null }, language);
  const listed = rankings.reduce((sum, ranking) => sum + ranking.length, 0) / rankings.length;
  return { size, requests, engine, naive, body, engineUs: [], naiveUs: [], bodyUs: [], listed };
}

/** @param counts - false for the round that only warms up. */
function measureRound({ size, requests, engine, naive, body, ...times }: Prepared, counts: boolean): void {
  // A round must be long enough for the clock: the small sizes repeat the analyses.
  const repeats = Math.max(1, Math.round(8_000 / size));
  const naiveUs = measureTime(requests, naive, Math.max(1, repeats >> 2));
  const engineUs = measureTime(requests, engine, repeats);
  const bodyUs = measureTime(requests, body, repeats);
  if (!counts) return;
  times.naiveUs.push(naiveUs);
  times.engineUs.push(engineUs);
  times.bodyUs.push(bodyUs);
}

const againstNaive = ({ size, engineUs, naiveUs, listed }: Prepared): EngineRow => ({
  id: 'P3',
  figure: `engine, one match against the naive engine, ${size} variants`,
  ratio: medianRatio(engineUs, naiveUs),
  note: `${median(engineUs).toFixed(1)} µs of ${median(naiveUs).toFixed(1)} µs, ${Math.round(listed)} matched`,
});

/** Reasons for the shopper: of the first cards of a result page, and of as many as one call may ask for. */
function describing({ size, requests, engineUs }: Prepared): EngineRow {
  const company = benchCompany(size);
  const funnel = compileCompany(company);
  const ids = company.snapshot.variants.map(({ id }) => id);
  const measureUs = (count: number) => {
    const variantIds = ids.filter((_id, place) => place % Math.floor(size / count) === 0).slice(0, count);
    const rest = { variantIds, sets: company.sets, companyLanguage: 'en', locale: 'de' };
    const run = (request: MatchRequest) => describeVariants(funnel, { ...request, ...rest });
    measureTime(requests, run, 10);
    return measureTime(requests, run, 4);
  };
  const [few, some, most] = [24, 200, 500].map(measureUs) as [number, number, number];
  return {
    id: 'P3',
    figure: `reasons for 24 variants of ${size}, against a match`,
    ratio: few / median(engineUs),
    note: `${few.toFixed(0)} µs; 200 variants ${some.toFixed(0)} µs, 500 variants ${most.toFixed(0)} µs`,
  };
}

/** What a turn of the chat may name: the whole assortment that rules leave, as ids. */
function scoping({ size, requests, engineUs }: Prepared): EngineRow {
  const company = benchCompany(size);
  const funnel = compileCompany(company);
  let bytes = 0;
  let listed = 0;
  const run = (request: MatchRequest): void => {
    const { rules } = createProfile(funnel, request);
    const { eligible } = findScope(funnel.assortment, company.funnel.assortment, { rules, own: funnel.sets.own });
    bytes = 0;
    listed = 0;
    forEachIn(eligible, (ordinal) => {
      listed += 1;
      // Each id with the two bytes that a message has before it.
      bytes += textAt(funnel.assortment.variants, ordinal).length + 2;
    });
  };
  measureTime(requests, run, 2);
  const us = measureTime(requests, run, 4);
  return {
    id: 'P3',
    figure: `scope of the chat, ${size} variants, against a match`,
    ratio: us / median(engineUs),
    note: `${us.toFixed(0)} µs; ${listed} ids, ${Math.round(bytes / 1024)} KB in the answer of GetScope, none while its state is known`,
  };
}

const growth = (from: Prepared, to: Prepared, must: string): EngineRow => ({
  id: 'P4',
  figure: `engine growth, ${from.size} → ${to.size} variants`,
  ratio: medianRatio(to.engineUs, from.engineUs),
  must,
  note: `${median(from.engineUs).toFixed(1)} µs → ${median(to.engineUs).toFixed(1)} µs`,
});

/** Median over the rounds of the ratio within a round. */
const medianRatio = (measured: number[], base: number[]): number =>
  median(measured.map((value, round) => value / base[round]!));

/** Microseconds a call. */
function measureTime(
  requests: MatchRequest[],
  match: (request: MatchRequest, index: number) => unknown,
  repeats: number,
) {
  const startedAt = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (let index = 0; index < requests.length; index += 1) match(requests[index]!, index);
  }
  return ((performance.now() - startedAt) * 1_000) / (repeats * requests.length);
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Memory that compiled companies really take, collected garbage left out, against 1 MB. */
function measureMemory(size: number): EngineRow {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const text = JSON.stringify(benchCompany(size));
  const compile = () => {
    // Parsed each time, since companies share no text.
    const { snapshot, tagging, ...rest } = JSON.parse(text) as TestCompany & { snapshot: CatalogSnapshot };
    const assortment = compileAssortment(snapshot, tagging);
    return { assortment, funnel: compileFunnel(assortment, rest) };
  };
  const count = 20;
  compile();
  const before = used();
  const companies = Array.from({ length: count }, compile);
  const bytes = (used() - before) / count;
  const estimated = companies.reduce((sum, { assortment, funnel }) => sum + assortment.bytes + funnel.bytes, 0) / count;
  return {
    id: 'P5',
    figure: `memory of a compiled company, ${size} variants, in MB`,
    ratio: bytes / MEGABYTE,
    must: '≤ 1',
    note: `${Math.round(bytes / 1024)} KB; the cache counts ${Math.round(estimated / 1024)} KB`,
  };
}
