import { type LocalizedText, localize } from '@svc/domain';
import type { GetAnswersResponse } from '@svc/proto';
import { requirePart } from '../../../messages/require-part.js';
import { DEFINITIONS } from './definitions.js';
import { type FoldedOption, foldAnswers, type ReportedStep } from './fold-answers.js';
import { FEW, presentFrame } from './present-reports.js';
import { toRate } from './rate.js';

/** What was chosen, under the questions of a version. docs/insight.md N21.4. */
export function presentAnswers(
  answer: GetAnswersResponse,
  funnel: string,
  { versionId, steps, language }: { versionId: string | undefined; steps: readonly ReportedStep[]; language: string },
) {
  const { analyses, retakes, retakesKnown } = requirePart(answer.totals);
  const toText = (text: LocalizedText | undefined) => (text ? (localize(text, language, language) ?? null) : null);
  const presentOption = ({ key, caption, analyses: chosen, isFolded }: FoldedOption, shown: number) => {
    const isFew = chosen < FEW;
    return {
      ...{ key, caption: toText(caption), isFew, chosen: isFew ? null : chosen },
      share: isFew ? null : toRate(chosen, Math.max(chosen, shown)),
      isFolded,
    };
  };
  return {
    ...presentFrame(answer.frame, funnel),
    definition: DEFINITIONS.answers,
    ...{ versionId: versionId ?? null, analyses, retakes: retakesKnown === 0 ? null : retakes },
    steps: foldAnswers(answer.options, steps).map(({ stepId, title, shown, options }) => ({
      ...{ stepId, title: toText(title), shown },
      options: options.map((option) => presentOption(option, shown)),
    })),
  };
}
