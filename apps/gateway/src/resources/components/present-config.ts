import {
  chooseWording,
  contrastRatio,
  fontFamilies,
  isHexColor,
  MIN_TEXT_CONTRAST,
  readableOn,
  type Wordings,
} from '@svc/domain';
import { sha256 } from '@svc/kit';
import {
  type ChatText,
  type ComponentConfig,
  type ComponentFunnel,
  componentColorSchemes,
  componentFunnelStates,
  type Holdout,
  trackingConsents,
} from '@svc/proto';
import { getPageOrigin, type PageAddress } from '../../hosts/funnel-host.js';
import type { ChatState } from './chat-state.js';
import { selectComponentTexts } from './component-texts.js';
import type { ComponentConfigBody } from './config-schema.js';
import { fitFunnels } from './fit-funnels.js';

export interface ConfigFacts {
  config: ComponentConfig;
  /** Undefined: the company has no chat. */
  chat: ChatState | undefined;
  domainAllowed: boolean;
  /** Of the texts; undefined: the company language. */
  locale: string | undefined;
  /** With funnels that shoppers do not reach. */
  includeDrafts: boolean;
  /** Sub-domain of a funnel that the page needs. */
  funnel: string | undefined;
  productPaths: string[];
  pageAddress: PageAddress;
}

/** The answer for one shop page. docs/components.md B4. */
export function presentConfig(facts: ConfigFacts): ComponentConfigBody {
  const { config, domainAllowed, includeDrafts, productPaths, pageAddress } = facts;
  const { texts, ...own } = selectComponentTexts(facts.locale ?? config.language);
  const { popup, widget, floatingActionButton } = config.zIndex ?? {};
  const { trackingParameters: parameters } = config;
  const funnels = config.funnels
    .map((funnel) => presentFunnel(funnel, pageAddress))
    .filter(({ state }) => includeDrafts || state === 'PUBLISHED');
  const others = {
    company: config.company,
    domainAllowed,
    components: {
      ...(config.components ?? { popup: false, widget: false, floatingActionButton: false }),
      chat: facts.chat?.isServing === true,
    },
    zIndex: { popup: popup ?? null, widget: widget ?? null, floatingActionButton: floatingActionButton ?? null },
    theme: presentTheme(config.theme),
    defaultFunnel: config.defaultFunnel ?? null,
    hasMoreFunnels: true as const,
    widget: { isCollapsed: config.isWidgetCollapsed },
    cart: config.cart,
    chat: presentChat(facts, own, texts.language),
    tracking: {
      consent: trackingConsents.toName(config.trackingConsent),
      attributionDays: config.attributionDays,
      ...(parameters.length > 0 ? { parameters } : {}),
    },
    ...(config.storeContactData ? {} : { storeContactData: false }),
    ...(config.keepsVisitors ? { visitor: config.holdout ? { holdout: presentHoldout(config.holdout) } : {} } : {}),
    productPaths,
    texts,
  };
  const usedBytes = Buffer.byteLength(JSON.stringify({ ...others, version: toVersion(''), funnels: [] }));
  const fitting = fitFunnels(funnels, [others.defaultFunnel, facts.funnel], usedBytes);
  const { hasMoreFunnels, ...settings } = others;
  const body = { ...settings, funnels: fitting, ...(fitting.length < funnels.length && { hasMoreFunnels }) };
  return { ...body, version: toVersion(JSON.stringify(body)) };
}

/** Bytes of all starters: with texts in long encodings the answer stays below its limit. */
const MAX_STARTERS_BYTES = 1_000;

function fitStarters(starters: readonly string[]): string[] {
  let freeBytes = MAX_STARTERS_BYTES;
  return starters.filter((starter) => {
    freeBytes -= Buffer.byteLength(JSON.stringify(starter)) + 1;
    return freeBytes >= 0;
  });
}

/**
 * The company's own words where it has some in the language of the texts, otherwise those of the service, without words that the
 * company avoids.
 */
function presentChat(
  { config, chat }: ConfigFacts,
  own: { greeting: Wordings; starters: Wordings[] },
  language: string,
): ComponentConfigBody['chat'] {
  const toText = (text: ChatText | undefined): string | undefined => (language === 'de' ? text?.de : text?.en);
  const starters = fitStarters(config.chatStarters.flatMap((text) => toText(text) ?? []));
  const ofService = (chat?.defaultStarters ?? []).map(
    ({ en, otherEn, de, otherDe }): Wordings => (language === 'de' ? [de, ...otherDe] : [en, ...otherEn]),
  );
  const choose = (wordings: Wordings): string | undefined => chooseWording(wordings, config.chatAvoidedWords);
  return {
    greeting: toText(config.chatGreeting) ?? choose(own.greeting) ?? own.greeting[0],
    starters:
      starters.length > 0
        ? starters
        : (ofService.length > 0 ? ofService : own.starters).flatMap((wordings) => choose(wordings) ?? []),
    privacyUrl: config.privacyUrl ?? null,
    contactUrl: config.chatContactUrl ?? null,
    // Where chat-svc does not say that it has no model, the company's setting decides: a model is never concealed.
    ...(config.chatModel && chat && chat.hasLanguageModel !== false ? { languageModel: true as const } : {}),
  };
}

const presentHoldout = ({ experimentId, salt, weights, isDry }: Holdout) => ({
  ...{ id: experimentId, salt, weights },
  ...(isDry ? { dry: true as const } : {}),
});

const toVersion = (text: string): string => sha256(text).toString('base64url').slice(0, 16);

/** Every value is read again before it reaches a style sheet, whatever is stored. */
function presentTheme(theme: ComponentConfig['theme']): ComponentConfigBody['theme'] {
  const accentColor = toColor(theme?.accentColor);
  const fontFamily = theme?.fontFamily;
  return {
    colorScheme: theme ? componentColorSchemes.toName(theme.colorScheme) : 'auto',
    accentColor,
    onAccentColor: accentColor && readableOn(accentColor),
    ...presentPage(toColor(theme?.backgroundColor), toColor(theme?.textColor)),
    fontFamily: fontFamily && fontFamilies(fontFamily) ? fontFamily : null,
    cornerRadius: theme?.cornerRadius ?? null,
  };
}

/** A text that would not be readable is black or white, as on funnel pages. */
function presentPage(backgroundColor: string | null, textColor: string | null) {
  if (!backgroundColor || !textColor) return { backgroundColor: null, textColor: null };
  const isReadable = contrastRatio(backgroundColor, textColor) >= MIN_TEXT_CONTRAST;
  return { backgroundColor, textColor: isReadable ? textColor : readableOn(backgroundColor) };
}

const toColor = (value: string | undefined): string | null =>
  value !== undefined && isHexColor(value) ? value.toLowerCase() : null;

function presentFunnel(funnel: ComponentFunnel, pageAddress: PageAddress): ComponentConfigBody['funnels'][number] {
  const { subdomain, host, name, hasSelfie } = funnel;
  const address = getPageOrigin({ kind: 'funnel', ...(host === undefined ? { subdomain } : { host }) }, pageAddress);
  return { subdomain, name, address, state: componentFunnelStates.toName(funnel.state), hasSelfie };
}
