import type { ChatCatalog, ChatLanguage } from '../catalog/chat-catalog.js';
import { compileLexicon, type Lexicon } from '../lexicon/compile-lexicon.js';
import { createFaqMatcher, type FaqMatch } from '../plan/match-faq.js';
import { createSearchIndex, type SearchIndex } from '../search/search-index.js';
import type { ChatSettings } from '../settings/chat-settings.js';

/** A company as the chat answers for it; compiled once per version of its catalog and settings. */
export interface ChatCompany {
  readonly catalogVersion: string;
  readonly catalog: ChatCatalog;
  readonly lexicon: Lexicon;
  readonly index: SearchIndex;
  readonly settings: ChatSettings;
  readonly matchFaq: (normalized: string) => FaqMatch;
  readonly language: ChatLanguage;
  readonly hasFunnel: boolean;
  /** Document number of each variant id. */
  readonly documents: ReadonlyMap<string, number>;
}

export interface CompanyInput {
  readonly catalogVersion: string;
  readonly catalog: ChatCatalog;
  readonly settings: ChatSettings;
  readonly language: ChatLanguage;
  readonly hasFunnel: boolean;
}

/** Compiles a company. It takes as long as its search index; a worker thread should do it. */
export function compileCompany(input: CompanyInput): ChatCompany {
  const lexicon = compileLexicon(input.catalog);
  return {
    ...input,
    lexicon,
    index: createSearchIndex(input.catalog, lexicon),
    matchFaq: createFaqMatcher(input.settings.faq),
    documents: new Map(input.catalog.variants.map(({ id }, document) => [id, document])),
  };
}
