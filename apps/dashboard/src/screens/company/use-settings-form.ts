import { type FormEvent, useRef, useState } from 'react';
import { type CompanySettings, type SettingsPatch, useSettingsChange } from '../../api/settings.js';
import type { TextKey } from '../../i18n/areas.js';
import { keepTyped, rebase } from '../../shared/unsaved/rebase.js';

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
  const sent = useRef<{ mine: Edit<F>['mine']; merged: Edit<F>['mine'] }>(undefined);
  const change = useSettingsChange(handle, () =>
    setEdit((last) => last && sent.current && keepTyped(sent.current.mine, last.mine, sent.current.merged)),
  );
  const values = edit?.mine ?? current;
  const isChanged = edit !== undefined && differs(names, edit.mine, current);
  // The response was lost, or another user has saved the same.
  const isStored = edit !== undefined && change.isError && !isChanged && differs(names, edit.mine, edit.base);
  const set = (field: F, value: string) => {
    if (isStored) change.reset();
    setEdit((last) => {
      const { base, mine } = last && differs(names, last.mine, current) ? last : { base: current, mine: current };
      return { base, mine: { ...mine, [field]: value } };
    });
  };
  const keepMine = (field: F) => setConflicts((all) => all.filter((each) => each !== field));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!edit) return;
    setConflicts([]);
    change.mutate((latest) => {
      const theirs = toFields(latest);
      const { merged, conflicts: found } = rebase(edit.base, edit.mine, theirs);
      sent.current = { mine: edit.mine, merged };
      if (found.length === 0) return toPatch(merged, latest);
      setEdit((last) => ({ base: theirs, mine: rebase(edit.mine, last?.mine ?? edit.mine, merged).merged }));
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
    /** What failed, unless what was to be saved is in force. */
    error: isStored ? null : change.error,
    isSaved: !isChanged && (isStored || change.data !== undefined),
    conflicts,
    keepMine,
    takeTheirs: (field: F) => {
      set(field, current[field]);
      keepMine(field);
    },
    isChanged,
  };
}

const differs = <F extends string>(
  names: readonly F[],
  one: Readonly<Record<F, string>>,
  other: Readonly<Record<F, string>>,
): boolean => names.some((name) => one[name] !== other[name]);
