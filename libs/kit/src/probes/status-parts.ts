/** Parts of `/status` that come from several places of a process. docs/operations.md "Probes and draining". */
export type StatusSection = 'dependencies' | 'followers' | 'jobs';

const sections: Record<StatusSection, Map<string, () => object>> = {
  dependencies: new Map(),
  followers: new Map(),
  jobs: new Map(),
};

/**
 * Shows something in `/status` under a section and a name; the last one with a name counts.
 * @param read - JSON without secrets; called for each request of `/status`.
 * @returns the function that ends that.
 */
export function showInStatus(section: StatusSection, name: string, read: () => object): () => void {
  const parts = sections[section];
  parts.set(name, read);
  return () => {
    if (parts.get(name) === read) parts.delete(name);
  };
}

/** What is shown, without sections that are empty. */
export function readStatusParts(): Record<string, Record<string, object>> {
  return Object.fromEntries(
    Object.entries(sections)
      .filter(([, parts]) => parts.size > 0)
      .map(([section, parts]) => [section, Object.fromEntries([...parts].map(([name, read]) => [name, read()]))]),
  );
}

/** Whole seconds since a time; null: never. @param at - of `performance.now()`, which no jump of the clock changes. */
export const toAgeS = (at: number | undefined): number | null =>
  at === undefined ? null : Math.max(0, Math.round((performance.now() - at) / 1_000));

interface Contact {
  isWorking: boolean;
  succeededAt: number | undefined;
}

const contacts = new Map<string, Contact>();

/** Records whether a service answered a call. The names are those of the table of services, so there are few. */
export function recordContact(name: string, isWorking: boolean): void {
  let contact = contacts.get(name);
  if (!contact) {
    const added: Contact = { isWorking, succeededAt: undefined };
    contact = added;
    contacts.set(name, added);
    showInStatus('dependencies', name, () => ({
      working: added.isWorking,
      lastSuccessAgeS: toAgeS(added.succeededAt),
    }));
  }
  contact.isWorking = isWorking;
  if (isWorking) contact.succeededAt = performance.now();
}
