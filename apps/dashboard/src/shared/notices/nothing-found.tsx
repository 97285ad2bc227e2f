import { Button } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Notice } from './notice.js';

/** A filter that nothing fits: says so, and clears it. docs/dashboard.md Y2.8. */
export function NothingFound(props: { title: string; text?: string | undefined; onClear: () => void }) {
  const { t } = useI18n();
  return (
    <Notice title={props.title} {...(props.text === undefined ? {} : { text: props.text })}>
      <Button variant="default" onClick={props.onClear}>
        {t('list.clear-filter')}
      </Button>
    </Notice>
  );
}
