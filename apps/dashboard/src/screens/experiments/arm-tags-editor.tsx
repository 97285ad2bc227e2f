import { Button, Group, Stack, Text } from '@mantine/core';
import { MAX_ARM_TAGGING_OPERATIONS, type TaggingOperation } from '@svc/domain';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { ArmTagList } from './arm-tag-list.js';
import { isTooMany, mergeOperations } from './arm-tags.js';
import { ArmTagsDialog } from './arm-tags-dialog.js';
import { useUnsavedTags } from './queries.js';

/** Tags that only an arm has: chosen here, or prepared in the tagging screen and not saved there. docs/dashboard.md Y53.7. */
export function ArmTagsEditor(props: {
  operations: readonly TaggingOperation[];
  onChange: (operations: TaggingOperation[]) => void;
}) {
  const { operations, onChange } = props;
  const { t, count, number } = useI18n();
  const catalog = useCatalog(useCompany().handle);
  const unsaved = useUnsavedTags();
  const [isOpen, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const add = (later: readonly TaggingOperation[]) => {
    const merged = mergeOperations(operations, later);
    setRefused(isTooMany(merged));
    setOpen(false);
    if (!isTooMany(merged)) onChange(merged);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('experiments.arm.tags')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('experiments.arm.tags.text')}
      </Text>
      {operations.length > 0 && (
        <ArmTagList
          operations={operations}
          catalog={catalog}
          onRemove={(removed) => onChange(operations.filter((each) => each !== removed))}
        />
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('experiments.arm.tags.change')}
        </Button>
        {unsaved.length > 0 && (
          <Button size="xs" variant="default" onClick={() => add(unsaved)}>
            {count('experiments.arm.tags.unsaved', unsaved.length)}
          </Button>
        )}
      </Group>
      {unsaved.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('experiments.arm.tags.unsaved.text')}
        </Text>
      )}
      {isRefused && (
        <Text size="sm" c="red" role="alert">
          {t('experiments.arm.tags.max', { max: number(MAX_ARM_TAGGING_OPERATIONS) })}
        </Text>
      )}
      {isOpen && <ArmTagsDialog catalog={catalog} onDone={add} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
