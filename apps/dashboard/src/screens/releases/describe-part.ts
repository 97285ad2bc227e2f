import type { TextKey } from '../../i18n/areas.js';
import type { Translator } from '../../i18n/translator.js';
import { type PartName, readPartName } from './settings/settings-parts.js';

const PARTS = {
  tagging: 'settings-versions.part.tagging',
  sets: 'settings-versions.part.sets',
  assortment: 'settings-versions.part.assortment',
  matching: 'settings-versions.part.matching',
  resultPage: 'settings-versions.part.result-page',
} as const satisfies Record<PartName['part'], TextKey>;

/** A part of the settings as people read it. */
export function describePart(name: string, { t }: Pick<Translator, 't'>): string {
  const known = readPartName(name);
  if (!known) return name;
  const part = t(PARTS[known.part]);
  return known.subdomain ? t('settings-versions.part.of', { part, funnel: known.subdomain }) : part;
}
