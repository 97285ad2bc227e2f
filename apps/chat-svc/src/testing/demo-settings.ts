import { readFileSync } from 'node:fs';
import type { CompanySettings } from '@svc/domain';
import { parse as parseYaml } from 'yaml';
import { type CompanyChatSettings, DEFAULT_SETTINGS } from '../domain/settings/chat-settings.js';

interface DemoFile {
  readonly settings: { readonly privacyUrl: string; readonly chat: Partial<CompanySettings['chat']> };
}

/** Settings of the demo company's chat, as its file has them. */
export const DEMO_SETTINGS: CompanyChatSettings = readDemoSettings();

function readDemoSettings(): CompanyChatSettings {
  const file = readFileSync(new URL('../../../../demo/company.yaml', import.meta.url), 'utf8');
  const { privacyUrl, chat } = (parseYaml(file) as DemoFile).settings;
  return { ...DEFAULT_SETTINGS, ...chat, privacyUrl };
}
