import type { Condition } from '../funnel/conditions.js';
import type { LocalizedText } from '../funnel/localize.js';

/** Variants that meet any of the three lists. */
export interface Target {
  tags: string[];
  productIds: string[];
  variantIds: string[];
}

export type Consequence = {
  exclude?: Target;
  /** Everything outside the target leaves. */
  require?: Target;
  boost?: Target & { by: number };
  /** The target goes to the top, in rule order. */
  pin?: Target;
};

/** One entry of the selection rule list (SRL). Rules run top to bottom; exclusion always wins. */
export interface Rule {
  key: string;
  /** Absent: the rule always holds. */
  when?: Condition;
  then: Consequence;
  /** UTC dates `YYYY-MM-DD`; `until` is exclusive. */
  from?: string;
  until?: string;
}

export type TestMode = 'require' | 'prefer' | 'ignore';

/** `funnels[].matching`, defaults filled in. */
export interface MatchingSettings {
  colorType: { mode: TestMode; minScore: number };
  complexion: { mode: TestMode; depthTolerance: number };
  rules: Rule[];
  ai: { enabled: boolean };
}

/** `funnels[].assortment`. Both lists empty: the whole catalog; otherwise variants with any listed tag or product. */
export interface Assortment {
  tags: string[];
  productIds: string[];
}

export interface Tab {
  key: string;
  name: LocalizedText;
  description: LocalizedText | null;
  maxItemsToShow: number | null;
  enabled: boolean;
  /** `sets` are set keys and select the sets' own variants. All empty: selects nothing. */
  select: { tags: string[]; productIds: string[]; sets: string[] };
}

export interface ResultPage {
  enabled: boolean;
  tabs: Tab[];
}

/** Tags that the merchant adds to those of the catalog, by shop-system id. */
export interface Tagging {
  products: Record<string, string[]>;
  variants: Record<string, string[]>;
}

export interface FixedSet {
  key: string;
  name: LocalizedText;
  /** The bundle's own variant in the catalog. */
  variantId: string;
  variants: { id: string; quantity: number }[];
  lift: 'all' | 'any' | 'off';
}

export interface DynamicSet {
  key: string;
  name: LocalizedText;
  variantId: string;
  size: number;
  products: { id: string; max: number }[];
}

export type ProductSet = FixedSet | DynamicSet;

/** What one funnel contributes to matching, besides its versions. */
export interface FunnelMatching {
  assortment: Assortment;
  matching: MatchingSettings;
  resultPage: ResultPage;
}

/** What a funnel says about its matching, by the names of its blueprint. */
export const FUNNEL_MATCHING_PARTS = [
  'assortment',
  'matching',
  'resultPage',
] as const satisfies (keyof FunnelMatching)[];

/** All matching configuration of one company, as matcher-svc keeps it. `funnels` is keyed by funnel id. */
export interface MatchingConfig {
  tagging: Tagging;
  sets: ProductSet[];
  funnels: Record<string, FunnelMatching>;
}

export const DEFAULT_MATCHING: MatchingSettings = {
  colorType: { mode: 'require', minScore: 0.2 },
  complexion: { mode: 'require', depthTolerance: 0 },
  rules: [],
  ai: { enabled: false },
};
export const DEFAULT_ASSORTMENT: Assortment = { tags: [], productIds: [] };
export const DEFAULT_RESULT_PAGE: ResultPage = { enabled: false, tabs: [] };

const DEFAULT_FUNNEL: FunnelMatching = {
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
};

/** What a funnel contributes at present; defaults where nothing was applied. */
export const funnelIn = ({ funnels }: Pick<MatchingConfig, 'funnels'>, funnelId: string): FunnelMatching =>
  Object.hasOwn(funnels, funnelId) ? (funnels[funnelId] as FunnelMatching) : DEFAULT_FUNNEL;
