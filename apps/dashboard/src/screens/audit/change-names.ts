import type { TextKey, Translator } from '../../i18n/translator.js';

/** What an entry of the log names: keys of settings and of a company file, and kinds of ids. */
const NAMES: Readonly<Record<string, TextKey>> = {
  name: 'audit.name.name',
  language: 'audit.name.language',
  currency: 'audit.name.currency',
  domains: 'audit.name.domains',
  settings: 'audit.name.settings',
  webhook: 'audit.name.webhook',
  crm: 'audit.name.crm',
  companyKey: 'audit.name.company-key',
  catalog: 'audit.name.catalog',
  feed: 'audit.name.feed',
  tagging: 'audit.name.tagging',
  tags: 'audit.name.tags',
  sets: 'audit.name.sets',
  host: 'audit.name.host',
  value: 'audit.name.value',
  paused: 'audit.name.paused',
  archived: 'audit.name.archived',
  assortment: 'audit.name.assortment',
  matching: 'audit.name.matching',
  resultPage: 'audit.name.result-page',
  published: 'audit.name.published',
  draft: 'audit.name.draft',
  role: 'audit.name.role',
  state: 'audit.name.state',
  platformAdmin: 'audit.name.platform-admin',
  locale: 'audit.name.language',
  mayInvite: 'audit.name.may-invite',
  requireTwoFactor: 'audit.name.require-two-factor',
  editorsMayPublish: 'audit.name.editors-may-publish',
  theme: 'audit.name.theme',
  colorScheme: 'audit.name.color-scheme',
  accentColor: 'audit.name.accent-color',
  backgroundColor: 'audit.name.background-color',
  textColor: 'audit.name.text-color',
  fontFamily: 'audit.name.font-family',
  fontUrl: 'audit.name.font-url',
  logoUrl: 'audit.name.logo-url',
  cornerRadius: 'audit.name.corner-radius',
  timeZone: 'audit.name.time-zone',
  privacyUrl: 'audit.name.privacy-url',
  defaultFunnel: 'audit.name.default-funnel',
  analysisRetentionDays: 'audit.name.analysis-retention-days',
  retentionDays: 'audit.name.retention-days',
  colorTaxonomy: 'audit.name.color-taxonomy',
  selfie: 'audit.name.selfie',
  zIndex: 'audit.name.z-index',
  components: 'audit.name.components',
  popup: 'audit.name.popup',
  widget: 'audit.name.widget',
  floatingActionButton: 'audit.name.floating-action-button',
  chat: 'audit.name.chat',
  model: 'audit.name.model',
  cart: 'audit.name.cart',
  storeContactData: 'audit.name.store-contact-data',
  tracking: 'audit.name.tracking',
  handle: 'audit.name.handle',
  subdomain: 'audit.name.subdomain',
  funnel: 'audit.name.subdomain',
  version: 'audit.name.version',
  versionId: 'audit.name.version',
  release: 'audit.name.release',
  restored: 'audit.name.restored',
  rolledBackTo: 'audit.name.rolled-back-to',
  number: 'audit.name.number',
  force: 'audit.name.force',
  template: 'audit.name.template',
  copy: 'audit.name.copy',
  dryRun: 'audit.name.dry-run',
  keyId: 'audit.name.key-id',
  tokenId: 'audit.name.token-id',
  managementToken: 'audit.name.management-token',
  experiment: 'audit.name.experiment',
  picture: 'audit.name.picture',
  hash: 'audit.name.picture',
  deliveryId: 'audit.name.delivery-id',
  importId: 'audit.name.import-id',
  invitationId: 'audit.name.invitation-id',
  sessionId: 'audit.name.session-id',
  analysis: 'audit.name.analysis',
  target: 'audit.name.target',
  conversationId: 'audit.name.conversation-id',
};

/** A name in the user's language; one that is not known, such as the sub-domain of a funnel, as it is. */
const toWord = (name: string, t: Translator['t']): string => {
  const key = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return key ? t(key) : name;
};

/**
 * What changed, from the widest to the narrowest: `/settings/theme/accentColor` → `Look: Accent color`.
 * @param path - as the audit log has it: a JSON pointer, or names with `/` between them.
 */
export function nameChange(path: string, t: Translator['t']): string {
  const [first = '', ...others] = path.replace(/^\//, '').split('/');
  // Every setting is one; only all of them together are named so.
  const rest = first === 'settings' && others.length > 0 ? others : [first, ...others];
  if (first === 'funnels' && others[0] !== undefined) {
    const [subdomain, ...parts] = others;
    return [`${t('audit.name.subdomain')} ${subdomain}`, ...parts.map((part) => toWord(part, t))].join(': ');
  }
  return rest.map((name) => toWord(name, t)).join(': ');
}

/** An id or a choice that an action concerns. */
export function nameTarget(name: string, value: string, t: Translator['t']): string {
  const said = value === 'true' ? t('audit.yes') : value === 'false' ? t('audit.no') : value;
  return `${toWord(name, t)}: ${said}`;
}
