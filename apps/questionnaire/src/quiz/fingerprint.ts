/**
 * A short mark of a text: equal texts have equal marks, and different ones almost surely different marks. Shows whether
 * answers changed since they were last sent, without keeping them twice; nothing secret rests on it. FNV-1a, twice.
 */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  let other = 0xc9dc5118;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    hash = Math.imul(hash ^ code, 0x01000193);
    other = Math.imul(other ^ (code + index), 0x01000193);
  }
  return [hash, other, text.length].map((part) => (part >>> 0).toString(16)).join('-');
}
