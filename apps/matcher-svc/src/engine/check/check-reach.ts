import { SKIN_COLORS, SKIN_UNDERTONES } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { uniteOptions } from '../rank/test-variants.js';
import { isIn, lowestBit } from '../structures/bit-set.js';
import { type Choice, type Dimension, HIDDEN, type Path, type Questionnaire } from './check-dimensions.js';
import { Walk } from './check-walk.js';

/**
 * A path on which every answer suits the variant where possible: the most likely path to match a variant that is on no
 * pairwise path. Ignores rules.
 */
export function pathTowards(funnel: CompiledFunnel, { dimensions, ...rest }: Questionnaire, variant: number): Path {
  const walk = new Walk({ dimensions, ...rest });
  const path: Path = new Int16Array(dimensions.length).fill(HIDDEN);
  for (const [at, dimension] of dimensions.entries()) {
    if (walk.shows(dimension)) {
      const suiting = dimension.choices.findIndex((choice) => suits(funnel, dimension, choice, variant));
      path[at] = Math.max(0, suiting);
    }
    walk.answer(dimension, path[at]!);
  }
  return path;
}

/** Whether a variant passes the tests that depend on one answer. Without a color type, the first choice, all variants pass. */
function suits(funnel: CompiledFunnel, { step }: Dimension, { chosen, keys }: Choice, variant: number): boolean {
  if (!step || !keys) return true;
  const { assortment, compiledSteps } = funnel;
  const cells = assortment.cellsOfLook[assortment.lookByOrdinal[variant]!]!;
  if (cells !== 0 && step.step.type === 'SKIN_COLOR') {
    if (SKIN_COLORS[Math.floor(lowestBit(cells) / SKIN_UNDERTONES.length)] !== chosen[0]?.toUpperCase()) return false;
  }
  if (cells !== 0 && step.step.type === 'SKIN_UNDERTONE') {
    if (SKIN_UNDERTONES[lowestBit(cells) % SKIN_UNDERTONES.length] !== chosen[0]?.toUpperCase()) return false;
  }
  const compiled = compiledSteps.find((candidate) => candidate.step.id === step.step.id);
  if (!compiled) return true;
  const options = [...keys].flatMap((key) => compiled.options.get(key) ?? []);
  if (options.some(({ avoid }) => avoid !== null && isIn(avoid, variant))) return false;
  const required = uniteOptions(options, 'require');
  if (!required || isIn(required, variant)) return true;
  return !compiled.step.strict && !isIn(compiled.anyRequire!, variant);
}
