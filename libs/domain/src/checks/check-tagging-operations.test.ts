import { describe, expect, it } from 'vitest';
import { checkTaggingOperations } from './check-tagging-operations.js';

const operation = (changes: object) => ({ kind: 'variant' as const, id: 'V1', add: [], remove: [], ...changes });
const getPaths = (changes: object) =>
  checkTaggingOperations([operation({ add: ['a:b'] }), operation(changes)]).map(({ path }) => path);

describe('operations on tags', () => {
  it.each([
    [{}, ['/operations/1']],
    [{ id: '', add: ['a:b'] }, ['/operations/1/id']],
    [{ add: ['a:b', 'matte'] }, ['/operations/1/add/1']],
    [{ add: ['color_type:MAGENTA'] }, ['/operations/1/add/0']],
    [{ add: ['skin:dry'], remove: ['skin: dry'] }, ['/operations/1/add/0']],
  ])('%j is refused with its place', (changes, paths) => {
    expect(getPaths(changes)).toEqual(paths);
  });

  it('a tag that this release would not accept can still be removed', () => {
    expect(getPaths({ remove: ['matte'] })).toEqual([]);
  });
});
