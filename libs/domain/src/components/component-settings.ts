/** When the browser components may report what shoppers do with recommendations. */
export const TRACKING_CONSENTS = ['IMPLIED', 'REQUIRED', 'OFF'] as const;
export type TrackingConsent = (typeof TRACKING_CONSENTS)[number];

/** Where the id of a visit is kept. */
export const VISIT_ID_PLACES = ['MEMORY', 'STORAGE'] as const;
export type VisitIdPlace = (typeof VISIT_ID_PLACES)[number];

export interface TrackingSettings {
  /** `IMPLIED`: unless the shopper refused. `REQUIRED`: once the shopper agreed. `OFF`: never. */
  consent: TrackingConsent;
  /** `STORAGE` takes effect only for shoppers who agreed. */
  visitId: VisitIdPlace;
  /** Days from an analysis to an order that it is credited with, 1 to 30. */
  attributionDays: number;
  /** Parameters of a shop page's address that are stored with analyses, in addition to those of the usual campaigns. */
  parameters: string[];
}

/** What a company decides about the browser components on its shop pages; part of its settings. docs/components.md. */
export interface ComponentSettings {
  /** Sub-domain of a funnel of the company. */
  defaultFunnel: string | null;
  /** Absent or null: the component's own. A popup without one is in the browser's top layer. */
  zIndex: { popup?: number | null; widget?: number | null; floatingActionButton?: number | null };
  /** Which components are created automatically; `chat`: whether there is a chat at all. */
  components: { popup: boolean; widget: boolean; floatingActionButton: boolean; chat: boolean };
  widget: { isCollapsed: boolean };
  /** False: components show no add-to-cart button. */
  cart: boolean;
  /** False: components write no names and no e-mail addresses into the shop's browser storage. */
  storeContactData: boolean;
  tracking: TrackingSettings;
}

export const DEFAULT_COMPONENT_SETTINGS: ComponentSettings = {
  defaultFunnel: null,
  zIndex: {},
  components: { popup: true, widget: true, floatingActionButton: true, chat: true },
  widget: { isCollapsed: false },
  cart: true,
  storeContactData: true,
  tracking: { consent: 'IMPLIED', visitId: 'MEMORY', attributionDays: 7, parameters: [] },
};

/** Whether browsers may keep an id of their visitor for 30 days, once the visitor agreed. docs/insight.md N15. */
export const keepsVisitors = ({ consent, visitId }: TrackingSettings): boolean =>
  visitId === 'STORAGE' && consent !== 'OFF';

/** Name of a parameter of an address, as `settings.tracking.parameters` lists it. */
export const isTrackingParameter = (name: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(name);
