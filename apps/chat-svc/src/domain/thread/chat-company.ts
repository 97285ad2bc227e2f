import type { ChatLanguage } from '@svc/domain';
import type { ChatCatalog } from '../catalog/chat-catalog.js';
import { compileLexicon, type Lexicon } from '../lexicon/compile-lexicon.js';
import { type PackedLexicon, packLexicon, unpackLexicon } from '../lexicon/pack-lexicon.js';
import { createFaqMatcher, type FaqMatch } from '../plan/match-faq.js';
import {
  createSearchIndex,
  type PackedIndex,
  packSearchIndex,
  type SearchIndex,
  unpackSearchIndex,
} from '../search/search-index.js';
import type { CompanyChatSettings } from '../settings/chat-settings.js';

/** One version of a catalog with its lexicon and search index. */
export interface CompiledCatalog {
  readonly version: string;
  readonly catalog: ChatCatalog;
  readonly lexicon: Lexicon;
  readonly index: SearchIndex;
  /** Document number of each variant id. */
  readonly documents: ReadonlyMap<string, number>;
}

/** What a company decides besides its catalog; changing it costs nothing. */
export interface CompanyParts {
  readonly settings: CompanyChatSettings;
  readonly language: ChatLanguage;
  readonly hasFunnel: boolean;
}

/** A company as the chat answers for it. */
export interface ChatCompany extends Omit<CompiledCatalog, 'version'>, CompanyParts {
  readonly catalogVersion: string;
  readonly matchFaq: (normalized: string) => FaqMatch;
  /** Its index is still being built: `catalog` is empty, and what needs a search is answered with that. */
  readonly isPreparing: boolean;
}

export interface CompanyInput extends CompanyParts {
  readonly catalogVersion: string;
  readonly catalog: ChatCatalog;
}

/** What takes long to compile, as it crosses from the thread that did it. */
export interface PackedCatalog {
  readonly lexicon: PackedLexicon;
  readonly index: PackedIndex;
}

/** Compiles a catalog for another thread. It takes as long as its search index: 2,900 products take about a second. */
export function packCatalog(catalog: ChatCatalog): PackedCatalog {
  const lexicon = compileLexicon(catalog);
  return { lexicon: packLexicon(lexicon), index: packSearchIndex(catalog, lexicon) };
}

/** The catalog that another thread compiled; gives others a turn meanwhile. */
export async function unpackCatalog(
  version: string,
  catalog: ChatCatalog,
  { lexicon, index }: PackedCatalog,
): Promise<CompiledCatalog> {
  return {
    version,
    catalog,
    lexicon: unpackLexicon(lexicon),
    index: await unpackSearchIndex(index),
    documents: numberVariants(catalog),
  };
}

/** A company with its compiled catalog. */
export function assembleCompany({ version, ...compiled }: CompiledCatalog, parts: CompanyParts): ChatCompany {
  return {
    ...compiled,
    ...parts,
    catalogVersion: version,
    matchFaq: createFaqMatcher(parts.settings.faq),
    isPreparing: false,
  };
}

/** Compiles a company in this thread. */
export function compileCompany({ catalogVersion, catalog, ...parts }: CompanyInput): ChatCompany {
  const lexicon = compileLexicon(catalog);
  const index = createSearchIndex(catalog, lexicon);
  return assembleCompany(
    { version: catalogVersion, catalog, lexicon, index, documents: numberVariants(catalog) },
    parts,
  );
}

/** A company whose index is still being built. */
export function createPreparingCompany(parts: CompanyParts): ChatCompany {
  return { ...assembleCompany(getEmptyCatalog(), parts), isPreparing: true };
}

let empty: CompiledCatalog | undefined;
const EMPTY: ChatCatalog = { variants: [], captions: [] };

/** Compiled once: the words of both languages take some milliseconds. */
function getEmptyCatalog(): CompiledCatalog {
  if (!empty) {
    const lexicon = compileLexicon(EMPTY);
    empty = { version: '', catalog: EMPTY, lexicon, index: createSearchIndex(EMPTY, lexicon), documents: new Map() };
  }
  return empty;
}

const numberVariants = ({ variants }: ChatCatalog): Map<string, number> =>
  new Map(variants.map(({ id }, document) => [id, document]));
