import { isStorable } from '../answers/is-storable.js';
import { jsonPointer, type Path, type Problems } from './problems.js';

/** A place in the blueprint. Linked, since copying the path at every level would cost the square of the depth. */
interface Place {
  value: unknown;
  key?: string | number;
  parent?: Place;
}

/**
 * Reports every text and every object key that the database cannot hold, wherever it stands, `settings` of steps too.
 * @param reported - pointers that have a problem already; they get no second one.
 */
export function checkStorable(value: unknown, reported: ReadonlySet<string>, problems: Problems): void {
  // A stack of its own: `settings` may nest deeper than the call stack.
  const pending: Place[] = [{ value }];
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { value: part } = place;
    if (typeof part === 'string') {
      if (isStorable(part)) continue;
      const path = toPath(place);
      if (!reported.has(jsonPointer(path)))
        problems.add(path, 'The text must not contain NUL characters or halves of surrogate pairs.');
    } else if (typeof part === 'object' && part !== null) {
      const keys = Object.keys(part);
      if (!keys.every(isStorable))
        problems.add(toPath(place), 'The keys must not contain NUL characters or halves of surrogate pairs.');
      // Last first, so that problems come out in file order.
      for (const key of keys.reverse())
        pending.push({ value: (part as Record<string, unknown>)[key], key, parent: place });
    }
  }
}

function toPath(place: Place): Path {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}
