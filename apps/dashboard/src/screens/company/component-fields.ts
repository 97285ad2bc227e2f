import { type ComponentSettings, DEFAULT_COMPONENT_SETTINGS } from '@svc/domain';
import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import type { SettingsFields } from './use-settings-form.js';

/** Each is `yes` or `no`. */
export const SWITCHES = ['popup', 'widget', 'floatingActionButton', 'chat'] as const;
export const LAYERS = ['popup', 'widget', 'floatingActionButton'] as const;
export type Layer = (typeof LAYERS)[number];

const NAMES = [
  ...SWITCHES,
  'isCollapsed',
  'cart',
  'storeContactData',
  'consent',
  'popupLayer',
  'widgetLayer',
  'floatingActionButtonLayer',
] as const;
export type ComponentField = (typeof NAMES)[number];
export type ComponentFields = Readonly<Record<ComponentField, string>>;

const YES = 'yes';
export const toSwitch = (isOn: boolean): string => (isOn ? YES : 'no');
export const isOn = (value: string): boolean => value === YES;

const read = ({ settings }: CompanySettings): ComponentSettings => ({
  ...DEFAULT_COMPONENT_SETTINGS,
  ...(settings as Partial<ComponentSettings>),
});

function toFields(settings: CompanySettings): ComponentFields {
  const { components, widget, cart, storeContactData, tracking, zIndex } = read(settings);
  return {
    popup: toSwitch(components.popup),
    widget: toSwitch(components.widget),
    floatingActionButton: toSwitch(components.floatingActionButton),
    chat: toSwitch(components.chat),
    isCollapsed: toSwitch(widget.isCollapsed),
    cart: toSwitch(cart),
    storeContactData: toSwitch(storeContactData),
    consent: tracking.consent,
    popupLayer: String(zIndex.popup ?? ''),
    widgetLayer: String(zIndex.widget ?? ''),
    floatingActionButtonLayer: String(zIndex.floatingActionButton ?? ''),
  };
}

/** Empty: the component's own. What is no number stays as it was typed, and the service says what is wrong with it. */
const toLayer = (text: string): number | string | null => {
  const typed = text.trim();
  if (typed === '') return null;
  return Number.isNaN(Number(typed)) ? typed : Number(typed);
};

function toPatch(wanted: ComponentFields, current: CompanySettings): SettingsPatch {
  const { tracking } = read(current);
  const settings = {
    ...current.settings,
    components: Object.fromEntries(SWITCHES.map((name) => [name, isOn(wanted[name])])),
    widget: { isCollapsed: isOn(wanted.isCollapsed) },
    cart: isOn(wanted.cart),
    storeContactData: isOn(wanted.storeContactData),
    tracking: { ...tracking, consent: wanted.consent },
    zIndex: Object.fromEntries(LAYERS.map((name) => [name, toLayer(wanted[`${name}Layer`])])),
  };
  return { settings: settings as SettingsPatch['settings'] };
}

/** docs/components.md B9.4, B10.10. A popup without a number is in the browser's top layer. */
const OWN_LAYERS: Readonly<Record<Layer, number>> = {
  popup: Number.POSITIVE_INFINITY,
  widget: 900,
  floatingActionButton: 800,
};

/** The components that are switched on, from front to back. @returns `zIndex`: Infinity is the browser's top layer. */
export function toStack(fields: ComponentFields): { name: Layer; zIndex: number }[] {
  const found = LAYERS.filter((name) => isOn(fields[name])).map((name) => {
    const layer = toLayer(fields[`${name}Layer`]);
    return { name, zIndex: typeof layer === 'number' ? layer : OWN_LAYERS[name] };
  });
  return found.sort((a, b) => (a.zIndex === b.zIndex ? 0 : b.zIndex - a.zIndex));
}

export const COMPONENTS: SettingsFields<ComponentField> = {
  names: NAMES,
  labels: {
    popup: 'components.popup',
    widget: 'components.widget',
    floatingActionButton: 'components.button',
    chat: 'components.chat',
    isCollapsed: 'components.collapsed',
    cart: 'components.cart',
    storeContactData: 'components.contact',
    consent: 'components.consent',
    popupLayer: 'components.popup.layer',
    widgetLayer: 'components.widget.layer',
    floatingActionButtonLayer: 'components.button.layer',
  },
  toFields,
  toPatch,
};
