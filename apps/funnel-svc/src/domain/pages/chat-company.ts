import { type ChatLanguage, type CompanySettings, type Step, toChatText } from '@svc/domain';

/** A funnel that analyses of the company belong to. */
export interface ChatFunnel {
  id: string;
  subdomain: string;
  /** A full host name of its own. */
  host: string | null;
  name: string;
  /** It has a published version and is not paused. */
  isOpen: boolean;
}

/** Words of the company that stand for tags. */
export interface ChatCaption {
  text: Partial<Record<ChatLanguage, string>>;
  tags: string[];
}

/** A company as its chat knows it. */
export interface ChatCompany {
  handle: string;
  /** BCP 47. */
  language: string;
  domains: string[];
  settings: CompanySettings;
  defaultFunnelId: string | null;
  funnels: ChatFunnel[];
  captions: ChatCaption[];
}

/** The default funnel of the settings; where none is set, the only one that is open. */
export function findDefaultFunnel(funnels: readonly ChatFunnel[], subdomain: string | null): string | null {
  if (subdomain !== null) return funnels.find((funnel) => funnel.subdomain === subdomain)?.id ?? null;
  const [first, ...others] = funnels.filter(({ isOpen }) => isOpen);
  return first && others.length === 0 ? first.id : null;
}

/** Captions of options with the tags that these require, or else prefer; each pair of caption and tags once. */
export function listChatCaptions(steps: readonly Step[], companyLanguage: string): ChatCaption[] {
  const found = new Map<string, ChatCaption>();
  for (const { selections } of steps) {
    for (const { caption, tags } of selections) {
      const carried = tags.require.length > 0 ? tags.require : tags.prefer;
      const text = toChatText(caption, companyLanguage);
      if (carried.length === 0 || Object.keys(text).length === 0) continue;
      const entry = { text, tags: carried };
      found.set(JSON.stringify(entry), entry);
    }
  }
  return [...found.values()];
}
