import { type FormEvent, useState } from 'react';
import { type CompanySettings, type SettingsPatch, useSettingsChange } from '../../api/settings.js';
import type { TextKey } from '../../i18n/areas.js';
import { rebase } from '../../shared/unsaved/rebase.js';

/** What a form shows of the settings, as texts; an empty text is a value that is not set. */
export interface SettingsFields<F extends string> {
  names: readonly F[];
  labels: Readonly<Record<F, TextKey>>;
  toFields: (settings: CompanySettings) => Readonly<Record<F, string>>;
  /** The change that makes `current` what the form says; what the form does not show stays as it is. */
  toPatch: (wanted: Readonly<Record<F, string>>, current: CompanySettings) => SettingsPatch;
  /** A value as it is shown in a conflict. Absent: as it is. */
  describe?: (name: F, value: string) => string;
}

/** What the user has changed, and the state that the user saw when it began. */
interface Edit<F extends string> {
  base: Readonly<Record<F, string>>;
  mine: Readonly<Record<F, string>>;
}

export type SettingsFormState<F extends string> = ReturnType<typeof useSettingsForm<F>>;

/** A form of settings that never overwrites what another user changed meanwhile. docs/dashboard.md Y8.2. */
export function useSettingsForm<F extends string>(
  handle: string,
  settings: CompanySettings,
  { names, labels, toFields, toPatch, describe = (_name, value) => value }: SettingsFields<F>,
) {
  const current = toFields(settings);
  const [edit, setEdit] = useState<Edit<F>>();
  const [conflicts, setConflicts] = useState<F[]>([]);
  const change = useSettingsChange(handle, () => setEdit(undefined));
  const values = edit?.mine ?? current;
  const set = (field: F, value: string) =>
    setEdit(({ base, mine } = { base: current, mine: current }) => ({ base, mine: { ...mine, [field]: value } }));
  const keepMine = (field: F) => setConflicts((all) => all.filter((each) => each !== field));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!edit) return;
    setConflicts([]);
    change.mutate((latest) => {
      const theirs = toFields(latest);
      const { merged, conflicts: found } = rebase(edit.base, edit.mine, theirs);
      if (found.length === 0) return toPatch(merged, latest);
      setEdit({ base: theirs, mine: merged });
      setConflicts(found);
      return undefined;
    });
  };
  return {
    labels,
    describe,
    current,
    values,
    set,
    save,
    change,
    conflicts,
    keepMine,
    takeTheirs: (field: F) => {
      set(field, current[field]);
      keepMine(field);
    },
    isChanged: edit !== undefined && names.some((name) => edit.mine[name] !== current[name]),
  };
}
