import type { Schemas } from '../../api/client.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';

const NAMES: Record<string, TextKey> = {
  BUTTON_SHOWN: 'insight.shop.button-shown',
  BUTTON_OPENED: 'insight.shop.button-opened',
  WIDGET_SHOWN: 'insight.shop.widget-shown',
  WIDGET_OPENED: 'insight.shop.widget-opened',
  POPUP_OPENED: 'insight.shop.popup-opened',
  STEP_SHOWN: 'insight.shop.step-shown',
  ANALYSIS_STARTED: 'insight.shop.analysis-started',
  ANALYSIS_FINISHED: 'insight.shop.analysis-finished',
  RESULT_OPENED: 'insight.shop.result-opened',
  CHAT_OPENED: 'insight.shop.chat-opened',
  CHAT_MESSAGE: 'insight.shop.chat-message',
};

/** Page loads of the shop, by what the components showed and what shoppers did with them. docs/dashboard.md Y48.3. */
export function ShopVisits({ report: { shop } }: { report: Schemas['InsightOverview'] }) {
  const { t, number } = useI18n();
  const rows = Object.entries(NAMES).flatMap(([type, name]) => {
    const found = shop.find((row) => row.type === type);
    return found ? [{ type, name, visits: found.visits }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Section title={t('insight.shop')} text={t('insight.shop.text')}>
      <Rows
        caption={t('insight.shop')}
        items={rows}
        toKey={({ type }) => type}
        columns={[
          { title: t('insight.shop.what'), cell: ({ name }) => t(name) },
          { title: t('insight.shop.visits'), cell: ({ visits }) => number(visits), isNumber: true },
        ]}
      />
    </Section>
  );
}
