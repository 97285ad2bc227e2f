// Source maps of bundles, a tenth as large. Node reads all of a program's map when it formats its first stack trace, which takes a second
// for a million places (ADR 48).
import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Keeps one place for each line of our own sources. In packages, stack traces name the function and its place in the bundle.
 * @param {string} text - of a source map
 * @returns {string}
 */
export function thinSourceMap(text) {
  const map = JSON.parse(text);
  const own = map.sources.filter((source) => !source.includes('node_modules/'));
  const places = new Map(own.map((source, index) => [source, index]));
  const lines = decode(map.mappings).map((segments) => {
    /** @type {import('@jridgewell/sourcemap-codec').SourceMapSegment[]} */
    const kept = [];
    for (const [column, source, line, start] of segments) {
      const place = places.get(map.sources[source]);
      const last = kept.at(-1);
      if (last && last[1] === place && (place === undefined || last[2] === line)) continue;
      // A column without a place ends what was before it.
      kept.push(place === undefined ? [column] : [column, place, line, start]);
    }
    return kept;
  });
  return JSON.stringify({ version: 3, sources: own, names: [], mappings: encode(lines) });
}
