import { type ChatLanguage, isOnDomains } from '@svc/domain';
import { createClient } from '@svc/kit';
import { type ChatCompany, ChatCompanyServiceClient, type ChatText, type GetChatCompanyRequest } from '@svc/proto';
import { type CompanyChatSettings, DEFAULT_SETTINGS } from '../domain/settings/chat-settings.js';
import type { CompanyName, CompanyProfile, CompanySource } from '../usecases/companies/ports.js';

/**
 * @param address - `host:port` of funnel-svc.
 * @param timeoutMs - default: that of all clients.
 */
export function createCompanyClient(address: string, timeoutMs?: number): CompanySource & { close(): void } {
  const settings = timeoutMs === undefined ? {} : { timeoutMs };
  const client = createClient(ChatCompanyServiceClient, address, { ...settings, retry: ['getChatCompany'] });
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
  settings: toSettings(company),
  captions: company.captions.map(({ text, tags }) => ({ text: toText(text), tags })),
});

/** The chat answers in German or English. */
const toLanguage = (tag: string): ChatLanguage => (tag.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en');

const toText = ({ en, de }: ChatText = {}): Record<string, string> => ({
  ...(en === undefined ? {} : { en }),
  ...(de === undefined ? {} : { de }),
});

/** Links to hosts that the company no longer has are left out: they were checked when they were saved. docs/chat.md T5.4. */
function toSettings(company: ChatCompany): CompanyChatSettings {
  const { settings, domains } = company;
  const privacyUrl = company.privacyUrl ?? null;
  if (!settings) return { ...DEFAULT_SETTINGS, retentionDays: 0, privacyUrl };
  const { retentionDays, model, contactUrl, greeting, starters, faq, avoidedWords } = settings;
  return {
    ...{ retentionDays, model, contactUrl: contactUrl ?? null, avoidedWords, privacyUrl },
    greeting: greeting ? toText(greeting) : null,
    starters: starters.map(toText),
    faq: faq.map(({ key, questions, answer, link }) => ({
      ...{ key, questions: { en: questions?.en ?? [], de: questions?.de ?? [] }, answer: toText(answer) },
      link: link !== undefined && isOnDomains(link, domains) ? link : null,
    })),
  };
}
