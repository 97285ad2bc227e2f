import type { ColorResult, MatchingAnswers } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import type { MatchingInput } from '@svc/proto';
import type { StoredAnalysis } from '../usecases/match/rank-analysis.js';

/** @throws ServiceError INVALID_REQUEST when the message is missing. */
export function toStoredAnalysis(input: MatchingInput | undefined): StoredAnalysis {
  if (!input) throw new ServiceError('INVALID_REQUEST', 'input must be given.');
  return {
    subject: input,
    answers: json.decode<MatchingAnswers>(input.answersJson),
    presence: { hasSelfie: input.hasSelfie, hasContact: input.hasContact },
    color: input.colorJson ? json.decode<ColorResult>(input.colorJson) : null,
  };
}
