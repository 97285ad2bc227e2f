import { describe, expect, it } from 'vitest';
import { listCards } from '../../testing/questions.js';
import type { ChatVariant } from '../catalog/chat-catalog.js';
import { DEFAULT_SETTINGS } from '../settings/chat-settings.js';
import { answerTurn } from './answer-turn.js';
import { compileCompany } from './chat-company.js';
import { compileScope } from './compile-scope.js';
import { NEW_THREAD } from './thread-state.js';

const createVariant = (id: string, name: string, tags: readonly string[]): ChatVariant => ({
  ...{ id, productId: id, name, tags, available: true, price: { amount: 20, currency: 'EUR' } },
});

const ids = ['LIP-RED', 'LIP-PINK', 'CREAM-DRY', 'CREAM', 'SERUM'];
const company = compileCompany({
  catalogVersion: '1',
  catalog: {
    variants: [
      createVariant('LIP-RED', 'Lipstick Red', ['category:lipstick', 'family:red', 'finish:matte']),
      createVariant('LIP-PINK', 'Lipstick Pink', ['category:lipstick', 'family:pink']),
      createVariant('CREAM-DRY', 'Cream One', ['category:day_cream', 'concern:dryness']),
      createVariant('CREAM', 'Cream Two', ['category:day_cream', 'finish:satin']),
      createVariant('SERUM', 'Serum', ['category:serum', 'concern:oiliness', 'family:brown']),
    ],
    captions: [],
  },
  settings: DEFAULT_SETTINGS,
  language: 'en',
  hasFunnel: false,
});
const scope = compileScope({ eligible: ids }, company);

const NEAR = 'Nothing has everything you asked for. These come closest.';
const FOUND = 'This is what a search for your words found.';
const NOTHING = 'I found nothing like that in this shop. Try other words.';

describe('a question that nothing fulfils (docs/chat.md T1.5)', () => {
  it.each([
    ['red matte lipstick', FOUND, ['LIP-RED']],
    ['pink matte lipstick', NEAR, ['LIP-PINK']],
    ['satin day cream for dry skin', NEAR, ['CREAM-DRY']],
    ['satin day cream for oily skin', NEAR, ['CREAM', 'CREAM-DRY']],
    ['brown lipstick', NEAR, ['LIP-PINK', 'LIP-RED']],
    ['red lipstick under 5 €', NOTHING, []],
    ['day cream without satin', FOUND, ['CREAM-DRY']],
    ['red lipstick without matte', NEAR, ['LIP-PINK']],
    ['mascara', NOTHING, []],
  ])('%s', (text, sentence, expected) => {
    const answer = answerTurn({ text, locale: 'en' }, company, scope, NEW_THREAD);
    expect(answer?.blocks[0]).toEqual({ type: 'text', text: sentence });
    expect(answer && listCards(answer, company).map(({ id }) => id)).toEqual(expected);
  });
});
