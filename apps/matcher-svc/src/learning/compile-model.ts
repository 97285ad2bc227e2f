import type { ColorResult, EnumField, MatchingAnswers } from '@svc/domain';
import type { Assortment } from '../engine/compile/compile-assortment.js';
import type { CompiledFunnel } from '../engine/compile/compile-funnel.js';
import { type LearnedOption, type LearnedTerms, type Learning, popularityTerm } from '../engine/rank/learned-terms.js';
import type { CitedAnswer } from '../engine/structures/cited-answer.js';
import { findNumber } from '../engine/structures/text-table.js';
import { type LearnedModel, listRows } from './learned-model.js';
import { migrateToken, optionTokens, toSelection } from './option-tokens.js';

/** A model compiled for the assortment and the steps of one funnel version. Immutable. */
export interface CompiledModel extends Learning {
  /** Estimated memory in bytes. */
  bytes: number;
}

type CompiledAgainst = Pick<CompiledFunnel, 'assortment' | 'steps'>;

/** Lookups between two pauses: about a millisecond. */
const PAUSE_EVERY = 1_000;

/**
 * Compiles a model: its columns become ordinals; variants outside of the assortment are omitted, and variants unknown to the
 * model get pop = 1 and λ = 0, which have no effect. Tokens are migrated to the version's steps, so that a renamed option keeps
 * its effect from the moment the version is published. Of merged options, the one with more analyses counts until the next build
 * sums them.
 * Cost: one lookup per variant of the model, one copy per value; pauses in between, for `runInSlices`.
 */
export function* compileModelInSteps(
  { assortment, steps }: CompiledAgainst,
  model: LearnedModel,
): Generator<void, CompiledModel, undefined> {
  const { variantCount } = assortment;
  const ordinals = yield* findOrdinals(assortment, model.variants);
  const pop = new Float64Array(variantCount).fill(1);
  for (const [column, ordinal] of ordinals.entries()) if (ordinal >= 0) pop[ordinal] = model.pop[column]!;

  const options = new Map<string, LearnedOption>();
  const columns = model.variants.length;
  const rows = [...listRows(model).entries()].sort(([, a], [, b]) => b.sessions - a.sessions);
  for (const [row, { token: old }] of rows) {
    const token = migrateToken(old, steps);
    if (token === null || options.has(token)) continue;
    yield;
    const lambda = new Int32Array(variantCount);
    const from = row * columns;
    for (let column = 0; column < columns; column += 1) {
      const ordinal = ordinals[column]!;
      if (ordinal >= 0) lambda[ordinal] = model.lambda[from + column]!;
    }
    options.set(token, { token, answers: toAnswers(token), lambda });
  }

  const popularity = pop.map(popularityTerm);
  return {
    bytes: 1_024 + variantCount * 16 + options.size * (variantCount * 4 + 500),
    getTerms(answers: MatchingAnswers, color: ColorResult | null): LearnedTerms {
      const own = optionTokens(answers, color).flatMap((token) => options.get(token) ?? []);
      return { pop, popularity, options: own };
    },
  };
}

/** Like `compileModelInSteps`, without pauses. */
export function compileModel(against: CompiledAgainst, model: LearnedModel): CompiledModel {
  const work = compileModelInSteps(against, model);
  for (;;) {
    const turn = work.next();
    if (turn.done) return turn.value;
  }
}

/** By column: the ordinal of the variant; −1: not in the assortment. */
function* findOrdinals({ variants }: Assortment, ids: readonly string[]): Generator<void, Int32Array, undefined> {
  const ordinals = new Int32Array(ids.length);
  for (const [column, id] of ids.entries()) {
    if (column % PAUSE_EVERY === 0) yield;
    ordinals[column] = findNumber(variants, id);
  }
  return ordinals;
}

/** The answers that a token stands for. */
export function toAnswers(token: string): CitedAnswer[] {
  const selection = toSelection(token);
  if (selection) return [{ stepId: selection.stepId, key: selection.selectedKey }];
  const [kind, ...rest] = token.split(':');
  const value = rest.join(':');
  if (kind === 'c') return [{ field: 'colorType', value }];
  if (kind === 'f') return [{ field: rest[0] as EnumField, value: rest.slice(1).join(':') }];
  const [skinColor, skinUndertone] = value.split('/');
  return [
    { field: 'skinColor', value: skinColor! },
    ...(skinUndertone === undefined ? [] : [{ field: 'skinUndertone' as const, value: skinUndertone }]),
  ];
}
