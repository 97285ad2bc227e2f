import type { ChatLanguage } from '@svc/domain';
import { LRUCache } from 'lru-cache';
import type { ChatCompany } from '../../domain/thread/chat-company.js';
import { type CompiledScope, compileScope } from '../../domain/thread/compile-scope.js';
import type { FoundAnalysis, LoadedScope, ScopeSource } from './ports.js';

/** Ids of all kept scopes: about 50 MB. */
const MAX_IDS = 500_000;

/** What a thread may show in one turn, and why. */
export interface TurnScope {
  readonly catalogVersion: string;
  /** With the documents of a company, without reasons. */
  compile(company: ChatCompany): CompiledScope;
  /** The same with the reasons of some variants. */
  explain(company: ChatCompany, variantIds: readonly string[], language: ChatLanguage): Promise<CompiledScope>;
}

/** The subject of a scope. */
export type ScopeSubject =
  | { readonly analysisId: string; readonly analysis: FoundAnalysis }
  | { readonly companyId: string; readonly funnelId: string | undefined };

interface Kept {
  readonly loaded: LoadedScope;
  readonly reasons: Map<string, readonly string[]>;
  company?: ChatCompany;
  compiled?: CompiledScope;
}

const NOTHING: LoadedScope = {
  state: '',
  eligible: [],
  matched: [],
  excluded: [],
  firstOfTabs: [],
  sets: [],
  catalogVersion: '',
};

/** Scopes of analyses and funnels; each use asks whether what is kept is in force. */
export function createScopes(source: ScopeSource) {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_IDS,
    sizeCalculation: ({ loaded }) => 1 + loaded.eligible.length + loaded.matched.length + loaded.excluded.length,
  });
  const load = (subject: ScopeSubject, known: LoadedScope | undefined): Promise<LoadedScope> => {
    if ('analysis' in subject) return subject.analysis.loadScope(known);
    const { companyId, funnelId } = subject;
    return funnelId === undefined ? Promise.resolve(NOTHING) : source.loadFunnelScope(companyId, funnelId, known);
  };
  return async (subject: ScopeSubject): Promise<TurnScope> => {
    const key = toKey(subject);
    const known = kept.get(key);
    const loaded = await load(subject, known?.loaded);
    const entry: Kept = known?.loaded.state === loaded.state ? known : { loaded, reasons: new Map() };
    if (entry !== known) kept.set(key, entry);
    return toTurnScope(entry, 'analysis' in subject ? subject.analysis : undefined);
  };
}

export type Scopes = ReturnType<typeof createScopes>;

const toKey = (subject: ScopeSubject): string =>
  JSON.stringify('analysis' in subject ? [subject.analysisId] : [subject.companyId, subject.funnelId]);

function toTurnScope(entry: Kept, analysis: FoundAnalysis | undefined): TurnScope {
  const { loaded, reasons } = entry;
  const compile = (company: ChatCompany): CompiledScope => {
    if (entry.company !== company || !entry.compiled) {
      const { eligible, matched, excluded, firstOfTabs, sets } = loaded;
      entry.company = company;
      entry.compiled = compileScope(
        analysis
          ? { eligible, matched, excluded, firstOfTabs, sets, colorType: analysis.colorType }
          : { eligible, sets },
        company,
      );
    }
    return entry.compiled;
  };
  return {
    catalogVersion: loaded.catalogVersion,
    compile,
    async explain(company, variantIds, language) {
      const toReasonKey = (id: string): string => `${language} ${id}`;
      const unknown = variantIds.filter((id) => !reasons.has(toReasonKey(id)));
      if (analysis && unknown.length > 0) {
        const described = await analysis.describe(unknown, language);
        for (const id of unknown) reasons.set(toReasonKey(id), described.get(id) ?? []);
      }
      const found = variantIds.flatMap((id): [number, readonly string[]][] => {
        const document = company.documents.get(id);
        const texts = reasons.get(toReasonKey(id)) ?? [];
        return document === undefined || texts.length === 0 ? [] : [[document, texts]];
      });
      return { ...compile(company), reasons: new Map(found) };
    },
  };
}
