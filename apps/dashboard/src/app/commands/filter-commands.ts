/** Something to open. */
export interface Command {
  label: string;
  /** Distinguishes things of the same name; is searched too. */
  detail?: string;
  to: string;
  search?: Record<string, string>;
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

/** Without case and accents: `uberblick` finds "Überblick". */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The commands whose names contain every word of a query. */
export function filterCommands(commands: readonly Command[], query: string): Command[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, detail = '' }) => {
    const text = fold(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
}
