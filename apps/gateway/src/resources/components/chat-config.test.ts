import { ServiceError } from '@svc/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConfigReader, KEY, PATH } from '../../testing/component-config.js';
import { CHAT_CHECK_MS } from './chat-state.js';
import { componentConfig } from './config-schema.js';

/** A request waits for a check of chat-svc for 250 ms only, which a busy machine may need: what a check has found is polled. */
const reader = createConfigReader();
const { start, read } = reader;
afterEach(async () => {
  vi.restoreAllMocks();
  await reader.stop();
});

describe('the chat in GET /api/components/v1/config', () => {
  it('greets in the words of the company where it has some in the language of the texts (docs/components.md B4.10)', async () => {
    await start({
      chatGreeting: { en: 'Welcome!', de: 'Willkommen!' },
      chatStarters: [{ en: 'Bestsellers?' }, { en: 'What suits me?', de: 'Was steht mir?' }],
      chatContactUrl: 'mailto:care@glow.example',
    });
    const privacyUrl = 'https://glow.example/privacy';
    const contactUrl = 'mailto:care@glow.example';
    const english = { greeting: 'Welcome!', starters: ['Bestsellers?', 'What suits me?'], privacyUrl, contactUrl };
    expect((await read('locale=en')).chat).toEqual(english);
    expect((await read('locale=fr')).chat).toEqual(english);
    expect((await read('locale=de-AT')).chat).toEqual({
      ...{ greeting: 'Willkommen!', starters: ['Was steht mir?'], privacyUrl, contactUrl },
    });
  });

  it("greets in the components' own words where the company has none in that language (docs/components.md B4.10)", async () => {
    await start({ chatGreeting: { en: 'Welcome!' }, chatStarters: [{ en: 'Bestsellers?' }] });
    expect((await read('locale=de')).chat).toMatchObject({
      greeting: 'Hallo! Wonach suchst du?',
      starters: ['Was passt zu mir?'],
    });
  });

  it('offers the starters of the chat service where the company has none in that language (docs/components.md B4.10)', async () => {
    const { services } = await start({ chatStarters: [{ en: 'Bestsellers?' }] });
    services.handlers.chat.getChatSetup = async () => ({
      hasLanguageModel: false,
      defaultStarters: [
        { en: 'What suits me?', otherEn: [], de: 'Was passt zu mir?', otherDe: [] },
        { en: 'Contact', otherEn: [], de: 'Kontakt', otherDe: [] },
      ],
    });
    await expect.poll(async () => (await read('locale=de')).chat.starters).toEqual(['Was passt zu mir?', 'Kontakt']);
    expect((await read('locale=en')).chat.starters).toEqual(['Bestsellers?']);
  });

  it('words what the service offers without the words that the company avoids (docs/chat.md T5.6)', async () => {
    const { services } = await start({ chatAvoidedWords: ['kosten', 'kostet', 'kontakt', 'wonach'] });
    services.handlers.chat.getChatSetup = async () => ({
      hasLanguageModel: false,
      defaultStarters: [
        { en: 'What suits me?', otherEn: [], de: 'Was passt zu mir?', otherDe: [] },
        { en: 'Lowest price?', otherEn: ['Least?'], de: 'Was kostet wenig?', otherDe: ['Niedrige Kosten?', 'Preise?'] },
        { en: 'Contact', otherEn: [], de: 'Kontakt', otherDe: [] },
      ],
    });
    await expect
      .poll(async () => (await read('locale=de')).chat)
      .toMatchObject({
        greeting: 'Willkommen! Was kann ich für dich tun?',
        starters: ['Was passt zu mir?', 'Preise?'],
      });
    expect((await read('locale=en')).chat.starters).toEqual(['What suits me?', 'Lowest price?', 'Contact']);
  });

  it.each([
    ['suit', 'What do you recommend?'],
    ['recommend', 'What suits me?'],
  ])("words its own starter without '%s' while chat-svc offers none (docs/chat.md T5.6)", async (word, starter) => {
    await start({ chatAvoidedWords: [word] });
    expect((await read('locale=en')).chat.starters).toEqual([starter]);
  });

  it.each([
    ['a model that is connected and switched on', true, true, true],
    ['a model that the company did not switch on', false, true, undefined],
    ['no model in this installation', true, false, undefined],
    ['an older chat-svc, which does not say whether it has one', true, undefined, true],
  ])('names a language model: %s (docs/components.md B4.12)', async (_name, chatModel, isConnected, expected) => {
    const { services } = await start({ chatModel });
    services.handlers.chat.getChatSetup = async () => {
      if (isConnected === undefined) throw new ServiceError('INTERNAL', 'No such method.');
      return { hasLanguageModel: isConnected, defaultStarters: [] };
    };
    await expect.poll(async () => (await read('')).chat.languageModel).toBe(expected);
  });

  describe('while the chat does not answer (docs/components.md B4.11)', () => {
    /** Later checks count the time that passed. */
    function passTime() {
      const now = performance.now() + CHAT_CHECK_MS + 1;
      vi.spyOn(performance, 'now').mockReturnValue(now);
    }
    const readChat = async () => {
      const { json, headers } = await reader.gateway.ask(`${PATH}?company=${KEY}`);
      return [componentConfig.parse(json).components.chat, headers['cache-control']];
    };
    const OFF = [false, 'public, max-age=5, s-maxage=5'];
    const ON = [true, 'public, max-age=60, s-maxage=60, stale-while-revalidate=300'];

    it('pages have none, for as long as that is known; afterwards they have it again', async () => {
      const { services } = await start();
      services.servers.chat.setServing(false);
      await expect.poll(readChat).toEqual(OFF);
      services.servers.chat.setServing(true);
      expect(await readChat()).toEqual(OFF);
      passTime();
      await expect.poll(readChat).toEqual(ON);
    });

    it('a service that stopped is one that does not answer, and everything else of the answer is the same', async () => {
      await start();
      const { version, components, ...others } = await read('');
      await reader.gateway.services.servers.chat.stop();
      passTime();
      await vi.waitFor(async () => expect((await read('')).components.chat).toBe(false), 20_000);
      const later = await read('');
      expect(later).toEqual({ ...others, components: { ...components, chat: false }, version: expect.any(String) });
      expect(later.version).not.toBe(version);
    });

    it('settings of a company without a chat are kept as usual', async () => {
      const { services } = await start({
        components: { popup: true, widget: true, floatingActionButton: false, chat: false },
      });
      services.servers.chat.setServing(false);
      expect(await readChat()).toEqual([false, ON[1]]);
    });
  });
});
