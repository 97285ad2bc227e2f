import { createClient } from '@svc/kit';
import {
  type ChatCompany,
  ChatCompanyServiceClient,
  type ChatSettings as ChatSettingsMessage,
  type ChatText,
  type GetChatCompanyRequest,
} from '@svc/proto';
import type { ChatLanguage, LocalizedText } from '../domain/catalog/chat-catalog.js';
import type { ChatSettings } from '../domain/settings/chat-settings.js';
import type { CompanyName, CompanyProfile, CompanySource } from '../usecases/companies/ports.js';

/** @param address - `host:port` of funnel-svc. */
export function createCompanyClient(address: string): CompanySource & { close(): void } {
  const client = createClient(ChatCompanyServiceClient, address, { retry: ['getChatCompany'] });
  return {
    async load(name, known) {
      const found = await client.getChatCompany({
        company: toRequest(name),
        ...(known ? { knownVersion: known.version } : {}),
      });
      if (found.company) return toProfile(found.companyId, found.version, found.company);
      if (known?.id === found.companyId) return known;
      // The name is that of another company by now.
      return this.load(name, undefined);
    },
    close: () => client.close(),
  };
}

function toRequest(name: CompanyName): GetChatCompanyRequest['company'] {
  if ('key' in name) return { $case: 'companyKey', value: name.key };
  if ('domain' in name) return { $case: 'domain', value: name.domain };
  if ('id' in name) return { $case: 'companyId', value: name.id };
  const host = name.funnelHost;
  const value =
    'host' in host
      ? ({ $case: 'host', value: host.host } as const)
      : ({ $case: 'subdomain', value: host.subdomain } as const);
  return { $case: 'host', value: { name: value } };
}

const toProfile = (id: string, version: string, company: ChatCompany): CompanyProfile => ({
  ...{ id, version, isEnabled: company.isEnabled, domains: company.domains },
  language: toLanguage(company.language),
  defaultFunnelId: company.defaultFunnelId,
  funnels: company.funnels.map(({ funnelId, subdomain, host, isOpen }) => ({ id: funnelId, subdomain, host, isOpen })),
  settings: toSettings(company.settings, company.privacyUrl),
  retentionDays: company.settings?.retentionDays ?? 0,
  captions: company.captions.map(({ text, tags }) => ({ text: toText(text), tags })),
});

/** The chat answers in German or English. */
const toLanguage = (tag: string): ChatLanguage => (tag.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en');

const toText = (text: ChatText | undefined): LocalizedText => ({ en: text?.en, de: text?.de });

const toSettings = (settings: ChatSettingsMessage | undefined, privacyUrl: string | undefined): ChatSettings => ({
  ...(settings?.greeting ? { greeting: toText(settings.greeting) } : {}),
  starters: settings?.starters.map(toText) ?? [],
  faq:
    settings?.faq.map(({ key, questions, answer, link }) => ({
      ...{ key, questions: { en: questions?.en, de: questions?.de }, answer: toText(answer), link },
    })) ?? [],
  contactUrl: settings?.contactUrl,
  privacyUrl,
  avoidedWords: settings?.avoidedWords ?? [],
  model: settings?.model ?? false,
});
