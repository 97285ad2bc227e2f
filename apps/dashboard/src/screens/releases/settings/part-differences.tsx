import {
  compareFunnels,
  completeSettings,
  type Difference,
  describeValue,
  type FunnelContent,
  type Step,
} from '@svc/domain';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useFunnel, useVersionContent } from '../../../shared/funnel-data/queries.js';
import { toSentenceLanguage } from '../../../shared/sentence-language.js';
import { useCatalog } from '../../../shared/targets/use-catalog.js';
import { Sentences } from '../changes.js';
import { isOrder, type PartDifference, type PartName, readPartName, toPlace } from './settings-parts.js';

/** What differs in one part of the settings, in words. docs/dashboard.md Y14.7. */
export function PartDifferences({ difference }: { difference: PartDifference }) {
  const i18n = useI18n();
  const name = readPartName(difference.part);
  if (name?.subdomain !== undefined && difference.before !== null && difference.after !== null) {
    return <FunnelPart subdomain={name.subdomain} part={name.part} difference={difference} />;
  }
  return <Sentences items={difference.differences.map((each) => describeDifference(each, i18n))} />;
}

/** Conditions are in the words of the questions in force. */
function FunnelPart(props: { subdomain: string; part: PartName['part']; difference: PartDifference }) {
  const { locale } = useI18n();
  const { handle } = useCompany();
  const { subdomain, part, difference } = props;
  const published = useFunnel(handle, subdomain).data?.published?.id ?? null;
  const version = useVersionContent(handle, subdomain, published);
  const steps = (version.data?.steps ?? []) as Step[];
  const { getProductName: product, getVariantName: variant } = useCatalog(handle);
  const [before, after] = [difference.before, difference.after].map((value) => toContent(steps, part, value));
  if (!before || !after) return null;
  const changes = compareFunnels(before, after, toSentenceLanguage(locale), { product, variant });
  return <Sentences items={changes.map(({ sentence }) => sentence)} />;
}

/** A part as a company file has it, with what it leaves out. */
function toContent(steps: readonly Step[], part: PartName['part'], value: unknown): FunnelContent {
  const { settings } = completeSettings({ funnels: [{ subdomain: '', [part]: value }] });
  const { subdomain: _, ...parts } = settings.funnels?.[0] ?? { subdomain: '' };
  return { steps, ...parts };
}

function describeDifference(difference: Difference, i18n: Pick<ReturnType<typeof useI18n>, 't' | 'locale'>): string {
  const language = toSentenceLanguage(i18n.locale);
  const place = toPlace(difference) || i18n.t('settings-versions.whole');
  if (isOrder(difference))
    return i18n.t('settings-versions.order', { place, after: describeValue(difference.after, language) });
  return i18n.t('settings-versions.difference', {
    place,
    before: describeValue(difference.before, language),
    after: describeValue(difference.after, language),
  });
}
