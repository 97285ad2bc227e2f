import { Button, Group, Stack, Text } from '@mantine/core';
import { MAX_TAGS, MAX_TARGET_IDS, type TaggingOperation, tagProblem } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { PickList } from '../../shared/targets/pick-list.js';
import { NO_CHANGE, toOperations } from './arm-tags.js';

/** The same tags for several products and variants. It has no form, since it is opened from one. */
export function ArmTagsDialog(props: {
  catalog: Catalog;
  onDone: (operations: TaggingOperation[]) => void;
  onClose: () => void;
}) {
  const { catalog, onDone, onClose } = props;
  const { t } = useI18n();
  const [change, setChange] = useState(NO_CHANGE);
  const refuse = (isKnown: (id: string) => boolean) => (id: string) =>
    catalog.isComplete && !isKnown(id) ? t('target.unknown', { id }) : null;
  const refuseTag = (tag: string) => (tagProblem(tag) === null ? null : t('target.tag.invalid'));
  const operations = toOperations(change);
  const tags = { choices: catalog.listTags(), toName: (tag: string) => tag, max: MAX_TAGS, refuse: refuseTag };
  return (
    <Dialog title={t('experiments.arm.tags.change')} onClose={onClose} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {t('experiments.arm.tags.change.text')}
        </Text>
        <PickList
          label={t('target.products')}
          values={change.productIds}
          max={MAX_TARGET_IDS}
          choices={catalog.listProducts()}
          toName={catalog.getProductName}
          refuse={refuse(catalog.hasProduct)}
          onChange={(productIds) => setChange({ ...change, productIds })}
        />
        <PickList
          label={t('target.variants')}
          values={change.variantIds}
          max={MAX_TARGET_IDS}
          choices={catalog.listVariants()}
          toName={catalog.getVariantName}
          refuse={refuse(catalog.hasVariant)}
          onChange={(variantIds) => setChange({ ...change, variantIds })}
        />
        <PickList
          {...tags}
          label={t('experiments.arm.tags.add')}
          values={change.add}
          onChange={(add) => setChange({ ...change, add, remove: change.remove.filter((tag) => !add.includes(tag)) })}
        />
        <PickList
          {...tags}
          label={t('experiments.arm.tags.remove')}
          values={change.remove}
          onChange={(remove) =>
            setChange({ ...change, remove, add: change.add.filter((tag) => !remove.includes(tag)) })
          }
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            disabled={operations.length === 0 || change.add.length + change.remove.length === 0}
            onClick={() => onDone(operations)}
          >
            {t('experiments.arm.tags.take')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
