import { type ChatSettings, DEFAULT_CHAT_SETTINGS, DEFAULT_COMPANY_SETTINGS } from '@svc/domain';
import { createElement, type FunctionComponent } from 'react';
import { describe, expect, it } from 'vitest';
import { type CompanySettings, type SettingsPatch, settingsQuery } from '../../api/settings.js';
import { rebase } from '../../shared/unsaved/rebase.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import { Chat } from './chat.js';
import { CHAT } from './chat-fields.js';
import { COMPONENTS, LAYERS, SWITCHES, toStack } from './component-fields.js';
import { Components } from './components.js';
import { addItem, parseFaq, toFaqText } from './faq-items.js';
import { Look } from './look.js';
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

const renderScreen = (screen: FunctionComponent, settings: object = {}) =>
  renderPage(createElement(screen), {
    ...{ areas: ['company'], permissions: ['settings.read', 'settings.write'] },
    data: [
      [
        settingsQuery('glow').queryKey,
        { value: { ...current, settings: { ...current.settings, ...settings } }, etag: '' },
      ],
    ],
  });

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

  it("an empty color is the page's own; a corner radius is a number (Y28.1)", () => {
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

  it('colors are typed or chosen, and a sample shows text and button as pages show them (Y28.1)', async () => {
    const theme = { accentColor: '#7a3b69', backgroundColor: '#ffffff', textColor: '#bbbbbb', cornerRadius: 4 };
    const html = await renderScreen(Look, { theme });
    expect(html.match(/type="color"/g)).toHaveLength(3);
    expect(readTexts(html, 'label')).toEqual(
      expect.arrayContaining(['Accent color', 'Background color', 'Text color']),
    );
    // Pages use black in place of a text color that cannot be read.
    expect(html).toContain('class="look-sample" style="background:#ffffff;color:#000000;border-radius:4px"');
    expect(html).toContain('class="look-sample-button" style="background:#7a3b69;color:#ffffff;border-radius:4px"');
    const readable = await renderScreen(Look, { theme: { ...theme, textColor: '#333333' } });
    expect(readable).toContain('style="background:#ffffff;color:#333333;border-radius:4px"');
  });

  it('another user who changed another field of the look is no conflict, one who changed the same is one (Y28.3)', () => {
    const before = LOOK.toFields(current);
    const mine = { ...before, accentColor: '#7a3b69', cornerRadius: '4' };
    const theirs = { ...before, textColor: '#333333' };
    expect(rebase(before, mine, theirs)).toEqual({ merged: { ...mine, textColor: '#333333' }, conflicts: [] });
    expect(rebase(before, mine, { ...theirs, cornerRadius: '8' }).conflicts).toEqual(['cornerRadius']);
  });

  it.each(SWITCHES)('%s is switched on and off by itself (Y29.1)', async (name) => {
    const fields = COMPONENTS.toFields(current);
    for (const isOn of [true, false]) {
      const patch = COMPONENTS.toPatch({ ...fields, [name]: isOn ? 'yes' : 'no' }, current);
      const { components } = readSettings(patch) as { components: object };
      expect(components).toEqual({ ...DEFAULT_COMPANY_SETTINGS.components, [name]: isOn });
    }
    expect(readTexts(await renderScreen(Components), 'label')).toContain(
      { popup: 'Popup', widget: 'Widget', floatingActionButton: 'Floating button', chat: 'Chat' }[name],
    );
  });

  it.each(LAYERS)("the z-index of %s is a number, or the component's own (Y29.1)", (name) => {
    const fields = COMPONENTS.toFields(current);
    const read = (layer: string) =>
      (readSettings(COMPONENTS.toPatch({ ...fields, [`${name}Layer`]: layer }, current)).zIndex as object)[
        name as never
      ];
    expect(['850', '-1', ' '].map(read)).toEqual([850, -1, null]);
  });

  it('the stack is from front to back, without what is switched off (Y29.2)', () => {
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

  it('changes nothing that the user did not change, also in languages that the chat does not speak (Y52.1)', () => {
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

  it('names the entries of a conflict by their keys (Y52.4)', () => {
    const greeted = { ...fields, greetingEn: 'Welcome' };
    expect(rebase(fields, greeted, { ...fields, contactUrl: 'x' }).conflicts).toEqual([]);
    expect(rebase(fields, greeted, { ...fields, greetingEn: 'Hi' }).conflicts).toEqual(['greetingEn']);
    expect(CHAT.describe?.('faq', fields.faq)).toBe('a');
    expect(CHAT.describe?.('contactUrl', 'x')).toBe('x');
  });

  it('says when it is switched off, and otherwise when there is no privacy notice (Y52.3)', async () => {
    const read = async (settings: object) => readText(await renderScreen(Chat, settings));
    const [off, noPrivacy] = [
      'The chat is switched off under Components.',
      'There is no address of your privacy notice.',
    ];
    const components = DEFAULT_COMPANY_SETTINGS.components;
    const without = await read({ components: { ...components, chat: false }, privacyUrl: null });
    expect(without).toContain(off);
    expect(without).not.toContain(noPrivacy);
    expect(await read({ components: { ...components, chat: true }, privacyUrl: null })).toContain(noPrivacy);
    const usual = await read({ components: { ...components, chat: true }, privacyUrl: 'https://glow.example/privacy' });
    expect(usual).not.toContain(off);
    expect(usual).not.toContain(noPrivacy);
  });

  it('each answer of the company opens in its place (Y52.2)', async () => {
    const html = await renderScreen(Chat, { chat });
    const [entry = '', ...others] = html.match(/<details[\s\S]*?<\/details>/g) ?? [];
    expect(others).toEqual([]);
    expect(entry.slice(0, entry.indexOf('>'))).not.toContain('open');
    expect(readTexts(entry, 'summary')).toEqual(['One?']);
    expect(readTexts(entry, 'label')).toContain('Answer in German');
  });
});
