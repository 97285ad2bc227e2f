import { DEFAULT_COMPONENT_SETTINGS, toChatText, toChatTexts } from '@svc/domain';
import { type Handlers, service, withoutNul } from '@svc/kit';
import {
  ChatCompanyServiceService,
  type ChatCompany as ProtoChatCompany,
  type ChatSettings as ProtoChatSettings,
} from '@svc/proto';
import type { ChatCompany } from '../domain/pages/chat-company.js';
import type { getChatCompany } from '../usecases/pages/get-chat-company.js';
import { toCompanyName } from './company-name.js';

/** svc.funnel.v1.ChatCompanyService: what the chat needs of a company. */
export function createChatCompanyService(deps: { getChatCompany: ReturnType<typeof getChatCompany> }) {
  const handlers: Handlers<typeof ChatCompanyServiceService> = {
    async getChatCompany({ company: named, knownVersion }) {
      const name = named?.$case === 'companyId' ? { companyId: named.value } : toCompanyName(named);
      const { company, ...found } = await deps.getChatCompany(name, knownVersion);
      return { ...found, company: company && toChatCompany(company) };
    },
  };
  return service(ChatCompanyServiceService, withoutNul(handlers));
}

const toChatCompany = ({ settings, funnels, defaultFunnelId, ...company }: ChatCompany): ProtoChatCompany => ({
  ...company,
  // Rows written before the chat existed lack it.
  isEnabled: { ...DEFAULT_COMPONENT_SETTINGS.components, ...settings.components }.chat,
  defaultFunnelId: defaultFunnelId ?? undefined,
  funnels: funnels.map(({ id, host, ...funnel }) => ({ ...funnel, funnelId: id, host: host ?? undefined })),
  settings: toChatSettings(settings.chat, company.language),
  privacyUrl: settings.privacyUrl ?? undefined,
});

function toChatSettings(settings: ChatCompany['settings']['chat'], language: string): ProtoChatSettings {
  const { contactUrl, greeting, starters, faq, ...others } = settings;
  return {
    ...others,
    contactUrl: contactUrl ?? undefined,
    greeting: greeting ? toChatText(greeting, language) : undefined,
    starters: starters.map((text) => toChatText(text, language)),
    faq: faq.map(({ key, questions, answer, link }) => ({
      key,
      questions: toChatTexts(questions, language),
      answer: toChatText(answer, language),
      link: link ?? undefined,
    })),
  };
}
