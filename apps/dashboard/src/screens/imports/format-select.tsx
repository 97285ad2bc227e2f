import { NativeSelect } from '@mantine/core';
import { FEED_FORMATS, FEED_SYSTEMS } from '@svc/domain';
import { useI18n } from '../../i18n/i18n.js';
import type { Format } from './mapping.js';

/** The format of a file. */
export function FormatSelect({ value, onChange }: { value: Format; onChange: (format: Format) => void }) {
  const { t } = useI18n();
  const getLabel = (format: Format) => {
    if (format === 'auto') return t('format.auto');
    return format === 'native' ? t('format.native') : FEED_SYSTEMS[format];
  };
  return (
    <NativeSelect
      label={t('format.label')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Format)}
      data={FEED_FORMATS.map((format) => ({ value: format, label: getLabel(format) }))}
      maw="24rem"
    />
  );
}
