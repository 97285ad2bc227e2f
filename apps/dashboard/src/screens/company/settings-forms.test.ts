import { type ChatSettings, DEFAULT_CHAT_SETTINGS, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import { CHAT } from './chat-fields.js';
import { COMPONENTS, toStack } from './component-fields.js';
import { addItem, parseFaq, toFaqText } from './faq-items.js';
import { LOOK } from './look-fields.js';

const readSettings = (patch: SettingsPatch) => patch.settings as Record<string, unknown>;

const current: CompanySettings = {
  companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md',
  name: 'Glow',
  language: 'en',
  currency: 'EUR',
  domains: [],
  settings: { ...DEFAULT_COMPANY_SETTINGS, defaultFunnel: 'beauty' },
  webhook: null,
  crm: null,
};

describe('settings in forms (docs/dashboard.md Y28, Y29)', () => {
  it.each([
    ['the look', LOOK],
    ['the components', COMPONENTS],
    ['the chat', CHAT],
  ])('%s: a form that was not changed changes nothing', (_, { toFields, toPatch }) => {
    const patch = toPatch(toFields(current) as never, current);
    const { zIndex, ...before } = current.settings;
    expect(patch.settings).toMatchObject(before);
    expect(Object.values((patch.settings as { zIndex?: object }).zIndex ?? {}).every((each) => each === null)).toBe(
      true,
    );
  });

  it("an empty color is the page's own; a corner radius is a number", () => {
    const fields = { ...LOOK.toFields(current), accentColor: ' #7a3b69 ', textColor: '', cornerRadius: '0' };
    expect(readSettings(LOOK.toPatch(fields, current)).theme).toMatchObject({
      accentColor: '#7a3b69',
      textColor: null,
      cornerRadius: 0,
    });
  });

  it('what is no number is sent as it was typed, so that the service says what is wrong', () => {
    const look = { ...LOOK.toFields(current), cornerRadius: '8px' };
    expect(readSettings(LOOK.toPatch(look, current)).theme).toMatchObject({ cornerRadius: '8px' });
    const components = { ...COMPONENTS.toFields(current), widgetLayer: 'high' };
    expect(readSettings(COMPONENTS.toPatch(components, current)).zIndex).toMatchObject({ widget: 'high', popup: null });
  });

  it('the stack is from front to back, without what is switched off', () => {
    const fields = COMPONENTS.toFields(current);
    expect(toStack(fields).map(({ name }) => name)).toEqual(['popup', 'widget', 'floatingActionButton']);
    expect(toStack({ ...fields, popupLayer: '850', floatingActionButton: 'no' })).toEqual([
      { name: 'widget', zIndex: 900 },
      { name: 'popup', zIndex: 850 },
    ]);
  });
});

describe('settings of the chat in a form (docs/dashboard.md Y52)', () => {
  const chat: ChatSettings = {
    ...DEFAULT_CHAT_SETTINGS,
    greeting: { default: 'Hello', fr: 'Bonjour' },
    starters: [{ 'en-GB': 'First' }, { de: 'Zweite' }],
    faq: [{ key: 'a', questions: { en: ['One?', 'Two?'], fr: ['Trois ?'] }, answer: { default: 'Yes.' }, link: null }],
    avoidedWords: ['cheap'],
  };
  const company: CompanySettings = { ...current, settings: { ...current.settings, chat } };
  const fields = CHAT.toFields(company);
  const change = (changed: Partial<typeof fields>) =>
    readSettings(CHAT.toPatch({ ...fields, ...changed }, company)).chat as ChatSettings;

  it('shows texts without a language in that of the company, and one line for each suggestion', () => {
    expect(fields).toMatchObject({
      greetingEn: 'Hello',
      greetingDe: '',
      startersEn: 'First',
      startersDe: '\nZweite',
      retentionDays: '30',
      model: 'no',
    });
    expect(parseFaq(fields.faq)).toEqual([
      { key: 'a', link: '', en: { questions: 'One?\nTwo?', answer: 'Yes.' }, de: { questions: '', answer: '' } },
    ]);
  });

  it('changes nothing that the user did not change, also in languages that the chat does not speak', () => {
    expect(change({})).toEqual(chat);
    expect(change({ greetingDe: ' Hallo ' })).toEqual({
      ...chat,
      greeting: { fr: 'Bonjour', en: 'Hello', de: 'Hallo' },
    });
    expect(change({ startersEn: 'First\nSecond' }).starters).toEqual([
      { 'en-GB': 'First' },
      { en: 'Second', de: 'Zweite' },
    ]);
  });

  it('removes what is emptied, and sends what is no number as it was typed', () => {
    expect(change({ startersEn: '', startersDe: '' }).starters).toEqual([]);
    expect(change({ avoidedWords: '\n' }).avoidedWords).toEqual([]);
    expect(change({ retentionDays: 'a week' }).retentionDays).toBe('a week');
    expect(change({ retentionDays: '0', model: 'yes', contactUrl: ' mailto:a@b.example ' })).toMatchObject({
      retentionDays: 0,
      model: true,
      contactUrl: 'mailto:a@b.example',
    });
  });

  it('adds an entry under a key that no other one has', () => {
    const [first] = parseFaq(fields.faq);
    const taken = [{ ...first!, key: 'question-2' }];
    expect(addItem(taken).map(({ key }) => key)).toEqual(['question-2', 'question-3']);
    const [known, added] = addItem(parseFaq(fields.faq));
    const filled = { ...added!, de: { questions: ' Wie? \n\n', answer: 'So.' }, link: 'https://shop.example/a' };
    expect(change({ faq: toFaqText([known!, filled]) }).faq).toEqual([
      ...chat.faq,
      { key: 'question-2', questions: { de: ['Wie?'] }, answer: { de: 'So.' }, link: 'https://shop.example/a' },
    ]);
  });

  it('names the entries of a conflict by their keys', () => {
    expect(CHAT.describe?.('faq', fields.faq)).toBe('a');
    expect(CHAT.describe?.('contactUrl', 'x')).toBe('x');
  });
});
