import { NativeSelect } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { FORMATS, type Format } from './mapping.js';

/** Names of systems are the same in every language. */
const SYSTEMS: Partial<Record<Format, string>> = {
  gmc: 'Google Merchant Center',
  woocommerce: 'WooCommerce',
  shopware6: 'Shopware 6',
  shopify: 'Shopify',
};

/** The format of a file. */
export function FormatSelect({ value, onChange }: { value: Format; onChange: (format: Format) => void }) {
  const { t } = useI18n();
  const getLabel = (format: Format) => SYSTEMS[format] ?? t(format === 'auto' ? 'format.auto' : 'format.native');
  return (
    <NativeSelect
      label={t('format.label')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Format)}
      data={FORMATS.map((format) => ({ value: format, label: getLabel(format) }))}
      maw="24rem"
    />
  );
}
