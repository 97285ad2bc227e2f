/** A cell of a table as CSV, whose text no spreadsheet takes for a formula. */
export function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
