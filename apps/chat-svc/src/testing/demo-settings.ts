import { readFileSync } from 'node:fs';
import type { CompanySettings } from '@svc/domain';
import { parse as parseYaml } from 'yaml';
import { type ChatSettings, DEFAULT_CHAT_SETTINGS } from '../domain/settings/chat-settings.js';

interface DemoFile {
  readonly settings: { readonly privacyUrl: string; readonly chat: Partial<CompanySettings['chat']> };
}

/** Settings of the demo company's chat, as its file has them. */
export const DEMO_SETTINGS: ChatSettings = readDemoSettings();

function readDemoSettings(): ChatSettings {
  const file = readFileSync(new URL('../../../../demo/company.yaml', import.meta.url), 'utf8');
  const { privacyUrl, chat } = (parseYaml(file) as DemoFile).settings;
  const { contactUrl, greeting, faq = [], ...others } = chat;
  return {
    ...DEFAULT_CHAT_SETTINGS,
    ...others,
    privacyUrl,
    contactUrl: contactUrl ?? undefined,
    greeting: greeting ?? undefined,
    faq: faq.map(({ link, ...entry }) => ({ ...entry, link: link ?? undefined })),
  };
}
