/** Companies whose name or handle contains a text, without regard to case. */
export function filterCompanies<T extends { name: string; handle: string }>(items: readonly T[], query: string): T[] {
  const part = query.trim().toLowerCase();
  return items.filter(({ name, handle }) => name.toLowerCase().includes(part) || handle.includes(part));
}
