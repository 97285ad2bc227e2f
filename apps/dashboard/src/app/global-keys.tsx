import { VisuallyHidden } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { loadArea } from '../i18n/languages.js';
import { createKeyReader, type KeyCommand, singleKeys } from './keys.js';

const Commands = lazy(async () => {
  const [{ Commands: component }] = await Promise.all([import('./commands/commands.js'), loadArea('commands')]);
  return { default: component };
});
const KeyList = lazy(async () => {
  const [{ KeyList: component }] = await Promise.all([import('./commands/key-list.js'), loadArea('commands')]);
  return { default: component };
});

const SCREENS = {
  OVERVIEW: '',
  FUNNELS: '/funnels',
  PRODUCTS: '/products',
  INSIGHT: '/insight',
  IMPORTS: '/imports',
  SETTINGS: '/settings/company',
} as const;

type Open = 'SEARCH' | 'HELP';
let openDialog: (which: Open) => void = () => undefined;
/** For the buttons that do the same as the keys. */
export const openCommands = (): void => openDialog('SEARCH');

/** Keys of every screen, and the dialogs that they open. docs/dashboard.md Y5.5. */
export function GlobalKeys() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { company } = useParams({ strict: false });
  const [open, setOpen] = useState<Open>();
  const [announcement, setAnnouncement] = useState('');
  // Of the whole visit: a sequence continues while the texts of another language arrive.
  const [read] = useState(createKeyReader);
  useEffect(() => {
    openDialog = setOpen;
    return () => {
      openDialog = () => undefined;
    };
  }, []);
  useEffect(() => {
    const run = (command: KeyCommand) => {
      if (typeof command === 'object') {
        if (company !== undefined) void navigate({ to: `/c/${company}${SCREENS[command.goTo]}` });
      } else if (command === 'SAVE') {
        setAnnouncement(save() ? '' : t('shortcuts.saved'));
      } else {
        setOpen(command);
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // A screen has taken the key, or it is a part of a letter that is being composed.
      if (event.defaultPrevented || event.isComposing) return;
      const command = read(event, singleKeys.get() && !isTyping(event.target) && !isBehindDialog(), event.timeStamp);
      if (command === undefined) return;
      event.preventDefault();
      run(command);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [company, navigate, read, t]);
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Suspense>
        {open === 'SEARCH' && <Commands onClose={() => setOpen(undefined)} />}
        {open === 'HELP' && <KeyList onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=grid], [role=grid] *, [role=menu] *'));

const isBehindDialog = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Presses the button that saves, of the dialog if one is open, otherwise of the screen. @returns false: there is nothing to save. */
function save(): boolean {
  const part = document.querySelector('[role=dialog]') ?? document;
  const button = part.querySelector<HTMLButtonElement>('[data-saves]:not(:disabled)');
  if (!button) return false;
  button.click();
  return true;
}
