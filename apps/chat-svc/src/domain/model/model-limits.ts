/** Limits of the model port. Money is counted in calls and tokens, which every provider reports. */
export interface ModelLimits {
  /** Time for an answer, milliseconds; later answers are discarded. */
  readonly timeoutMs: number;
  /** Messages of the shopper that a request contains, the newest. */
  readonly messages: number;
  /** Products that a request names. */
  readonly candidates: number;
  /** Tags that a request names. */
  readonly tags: number;
  readonly answerTokens: number;
  /** Characters of an answer; a longer one is not read. */
  readonly answerCharacters: number;
  readonly callsPerThread: number;
  readonly callsPerDay: number;
  /** Tokens of requests and answers of a company, per day. */
  readonly tokensPerDay: number;
}

export const MODEL_LIMITS: ModelLimits = {
  timeoutMs: 2_500,
  messages: 6,
  candidates: 24,
  tags: 80,
  answerTokens: 200,
  answerCharacters: 2_000,
  callsPerThread: 40,
  callsPerDay: 5_000,
  tokensPerDay: 5_000_000,
};

/** What a company and a thread have used. */
export interface ModelUsage {
  /** Day of the figures, `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly calls: number;
  readonly tokens: number;
  readonly threadCalls: number;
}

/** Whether another call is within the limits on this day. */
export function mayCallModel(usage: ModelUsage, day: string, limits: ModelLimits = MODEL_LIMITS): boolean {
  if (usage.threadCalls >= limits.callsPerThread) return false;
  if (usage.day !== day) return true;
  return usage.calls < limits.callsPerDay && usage.tokens < limits.tokensPerDay;
}

/** The usage after a call. A new day starts at zero; a failed call counts too. */
export function countModelCall(usage: ModelUsage, day: string, tokens: number): ModelUsage {
  const today = usage.day === day ? usage : { ...usage, day, calls: 0, tokens: 0 };
  return {
    day,
    calls: today.calls + 1,
    tokens: today.tokens + Math.max(0, tokens),
    threadCalls: usage.threadCalls + 1,
  };
}

/** The usage with the tokens of a call that was counted on this day, unless that day is over. */
export const addTokens = (usage: ModelUsage, day: string, tokens: number): ModelUsage =>
  usage.day === day ? { ...usage, tokens: usage.tokens + Math.max(0, tokens) } : usage;
