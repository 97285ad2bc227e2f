import { describe, expect, it } from 'vitest';
import type { Problem } from './chat-client.js';
import { selectChatTexts } from './chat-texts.js';
import { describeProblem } from './describe-problem.js';

describe('why a message has no answer (docs/components.md B17.8)', () => {
  it.each<[Problem, string, string]>([
    [
      { kind: 'TOO_FAST', seconds: 119 },
      'Not sent. Too many messages in a short time. Try again in 119 s.',
      'Nicht gesendet. Zu viele Nachrichten in kurzer Zeit. Versuche es in 119 s erneut.',
    ],
    [
      { kind: 'TOO_FAST', seconds: 3_541 },
      'Not sent. Too many messages in a short time. Try again in 60 minutes.',
      'Nicht gesendet. Zu viele Nachrichten in kurzer Zeit. Versuche es in 60 Minuten erneut.',
    ],
    [
      { kind: 'FULL' },
      'Not sent. This conversation has reached its limit.',
      'Nicht gesendet. Dieses Gespräch hat seine Grenze erreicht.',
    ],
    [{ kind: 'BUSY', seconds: 2 }, 'The chat does not work right now.', 'Der Chat funktioniert gerade nicht.'],
    [
      { kind: 'UNKNOWN' },
      'Not sent. The chat does not work right now.',
      'Nicht gesendet. Der Chat funktioniert gerade nicht.',
    ],
  ])('%j', (problem, english, german) => {
    expect(['en', 'de'].map((language) => describeProblem(problem, selectChatTexts(language)))).toEqual([
      english,
      german,
    ]);
  });
});
