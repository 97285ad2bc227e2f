import { Button, CloseButton, Stack, Text } from '@mantine/core';
import type { TaggingOperation } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import type { Catalog } from '../../shared/targets/catalog.js';

/** Longer lists are shown when the user asks for them. */
const SHOWN = 10;

/** Which tags an arm adds to products and variants, and which it removes. @param onRemove - undefined: they do not change any more. */
export function ArmTagList(props: {
  operations: readonly TaggingOperation[];
  catalog: Catalog;
  onRemove?: (operation: TaggingOperation) => void;
}) {
  const { operations, catalog, onRemove } = props;
  const { t, list, count } = useI18n();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? operations : operations.slice(0, SHOWN);
  return (
    <Stack gap="xs" align="flex-start">
      <ul className="pick-list" aria-label={t('experiments.arm.tags')}>
        {shown.map((operation) => {
          const { kind, id, add, remove } = operation;
          const name = kind === 'product' ? catalog.getProductName(id) : catalog.getVariantName(id);
          return (
            <li key={`${kind} ${id}`} className="pick">
              <Text size="sm" className="wrap-anywhere" pe={onRemove ? 0 : 'xs'}>
                {t(kind === 'product' ? 'experiments.arm.tags.product' : 'experiments.arm.tags.variant', { name })}{' '}
                {[
                  ...(add.length > 0 ? [t('experiments.arm.tags.added', { tags: list(add) })] : []),
                  ...(remove.length > 0 ? [t('experiments.arm.tags.removed', { tags: list(remove) })] : []),
                ].join(', ')}
              </Text>
              {onRemove && (
                <CloseButton
                  size="sm"
                  aria-label={t('experiments.arm.tags.discard', { name })}
                  onClick={() => onRemove(operation)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < operations.length && (
        <Button size="compact-sm" variant="default" onClick={() => setShowsAll(true)}>
          {count('experiments.arm.tags.all', operations.length)}
        </Button>
      )}
    </Stack>
  );
}
