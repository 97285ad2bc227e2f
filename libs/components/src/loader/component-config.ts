/** Answer of `GET /api/components/v1/config`: everything that the components of one shop page need to know of the company. */
export interface ComponentConfig {
  /** Handle of the company. */
  company: string;
  /** The page's host is one of the company's `domains`. Otherwise frames are refused. */
  domainAllowed: boolean;
  /** Changes with every change of the answer. */
  version: string;
  components: { popup: boolean; widget: boolean; floatingActionButton: boolean; chat: boolean };
  /** Null: the company file names none. A popup without a z-index is shown in the top layer. */
  zIndex: { popup: number | null; widget: number | null; floatingActionButton: number | null };
  theme: ComponentTheme;
  /** Sub-domain. Null: the company has no default funnel. */
  defaultFunnel: string | null;
  /** Published funnels; with `drafts=1` also drafts and paused ones. */
  funnels: ComponentFunnel[];
  /** Only when true: more funnels than fit into the answer. `funnel=` of the request names one of the others. */
  hasMoreFunnels?: true | undefined;
  widget: { isCollapsed: boolean };
  /** False: no add-to-cart button anywhere. */
  cart: boolean;
  chat: {
    greeting: string;
    starters: string[];
    privacyUrl: string | null;
    contactUrl: string | null;
    /** Only when true: a language model may choose what is answered. */
    languageModel?: true | undefined;
  };
  tracking: {
    consent: 'IMPLIED' | 'REQUIRED' | 'OFF';
    attributionDays: number;
    /** Parameters of the shop page's address that are stored with analyses, in addition to the well-known ones. */
    parameters?: string[];
  };
  /** Only when false: names and e-mail addresses are not written into the shop's browser storage. */
  storeContactData?: boolean;
  /** Only if the browser may keep an id of the visitor, once the visitor agreed. */
  visitor?: { holdout?: ComponentHoldout | undefined } | undefined;
  /** Longest common beginnings of the paths of the catalog's product addresses, at most 20. */
  productPaths: string[];
  /** In the language of the request. */
  texts: ComponentTexts;
}

/** How the company's pages look. Colors are `#rrggbb`; missing values are null. */
export interface ComponentTheme {
  colorScheme: 'auto' | 'light' | 'dark';
  accentColor: string | null;
  /** Text on the accent color, with a contrast of at least 4.5:1. */
  onAccentColor: string | null;
  backgroundColor: string | null;
  textColor: string | null;
  /** CSS font families. */
  fontFamily: string | null;
  /** CSS pixels. */
  cornerRadius: number | null;
}

export interface ComponentFunnel {
  subdomain: string;
  name: string;
  /** Origin of the funnel's page. */
  address: string;
  state: 'PUBLISHED' | 'DRAFT' | 'PAUSED';
  /** A step asks for a picture, so the frame may use the camera. */
  hasSelfie: boolean;
}

/** Texts of the components. */
export interface ComponentTexts {
  /** Language of these texts: `de` or `en`. */
  language: string;
  /** Label of the floating action button. */
  launcher: string;
  close: string;
  /** Label of the widget's region. */
  widget: string;
  expand: string;
  collapse: string;
  /** One sentence that invites to an analysis, and the button that starts it. */
  invitation: string;
  start: string;
  /** Heading above variants of the product of the page. */
  suitsYou: string;
  /** Heading above the best variants of the result when the page's product has none. */
  moreSuitsYou: string;
  /** Opens the result, below variants. */
  allResults: string;
  /** Opens the result when matches are not available. */
  yourResults: string;
  /** Opens the chat in the widget. */
  ask: string;
  addToCart: string;
  added: string;
  /** After an item was put into the shop's cart, and the link to it. */
  inCart: string;
  viewCart: string;
}

/** A running test that shows no components to some visitors. */
export interface ComponentHoldout {
  /** Of the test. */
  id: string;
  salt: string;
  /** Of visitors without and with components. */
  weights: number[];
  /** Only when true: visitors are counted, and everybody sees the components. */
  dry?: true | undefined;
}
