import { Button } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

type Step = (() => void) | undefined;

export function UndoButtons({ editor: { undo, redo } }: { editor: { undo: Step; redo: Step } }) {
  const { t } = useI18n();
  return (
    <>
      <Button variant="default" disabled={!undo} onClick={undo}>
        {t('draft.undo')}
      </Button>
      <Button variant="default" disabled={!redo} onClick={redo}>
        {t('draft.redo')}
      </Button>
    </>
  );
}
