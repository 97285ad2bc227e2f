import { Stack, Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { FunnelTrial } from '../../shared/drafts/funnel-trial.js';
import type { GridModel, TaggingOperation } from './grid/grid-model.js';
import { nameRow } from './grid/state-text.js';
import { MAX_OPERATIONS } from './queries.js';

/** What the newest shoppers would see with the tags that are not saved. */
export function EffectDialog(props: { model: GridModel; operations: TaggingOperation[]; onClose: () => void }) {
  const { model, operations, onClose } = props;
  const { t, number } = useI18n();
  const toVariantName = (id: string) => {
    const row = model.findRow('variant', id);
    return row === undefined ? id : nameRow(t, model, row);
  };
  return (
    <Dialog title={t('tagging.effect')} onClose={onClose} size="lg">
      <Stack>
        {operations.length > MAX_OPERATIONS ? (
          <Text>{t('tagging.effect.too-many', { max: number(MAX_OPERATIONS) })}</Text>
        ) : (
          <FunnelTrial parts={{ taggingOperations: operations }} toVariantName={toVariantName} />
        )}
      </Stack>
    </Dialog>
  );
}
