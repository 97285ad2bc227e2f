import { expandTags } from '@svc/domain';
import type { GridModel } from '../grid/grid-model.js';

/** What an answer does to a variant, by its tags. docs/matching.md M5.3, M5.4. */
export type AnswerEffect = 'REQUIRED' | 'PREFERRED' | 'AVOIDED' | 'FILTERED' | 'NONE';

/** A question as its options and their tags. */
export interface AnsweredQuestion {
  isStrict: boolean;
  options: readonly {
    key: string;
    tags: { require: readonly string[]; prefer: readonly string[]; avoid: readonly string[] };
  }[];
}

/** An option with the columns of its tags. */
export interface AnswerColumn {
  key: string;
  require: readonly number[];
  prefer: readonly number[];
  avoid: readonly number[];
  /** The column that a cell sets and clears, where all tags of the option are one that it requires or prefers. */
  editable: number | undefined;
}

export interface AnswerColumns {
  columns: readonly AnswerColumn[];
  /** Returns what an answer does to a variant, or, of a product row, to the product's own tags. */
  getEffect(row: number, column: AnswerColumn): AnswerEffect;
}

/** The options of a question next to the rows of a grid. Tags that no product has yet become columns of the grid. */
export function createAnswerColumns(model: GridModel, { isStrict, options }: AnsweredQuestion): AnswerColumns {
  const toColumns = (tags: readonly string[]) => expandTags(tags).map((tag) => model.addColumn(tag));
  const columns = options.map(({ key, tags }): AnswerColumn => {
    const require = toColumns(tags.require);
    const prefer = toColumns(tags.prefer);
    const avoid = toColumns(tags.avoid);
    const [single, ...others] = [...require, ...prefer];
    return { key, require, prefer, avoid, editable: others.length + avoid.length === 0 ? single : undefined };
  });
  const anyRequire = columns.flatMap(({ require }) => require);
  const has = (row: number, wanted: readonly number[]) =>
    wanted.some(
      (column) => model.isAdded(row, column) || model.isInCatalog(row, column) || model.isInherited(row, column),
    );
  return {
    columns,
    getEffect(row, { require, prefer, avoid }) {
      if (has(row, avoid)) return 'AVOIDED';
      const isRequired = has(row, require);
      if (require.length > 0 && !isRequired && (isStrict || has(row, anyRequire))) return 'FILTERED';
      if (isRequired) return 'REQUIRED';
      return has(row, prefer) ? 'PREFERRED' : 'NONE';
    },
  };
}
