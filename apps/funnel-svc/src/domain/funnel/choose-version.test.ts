import { describe, expect, it } from 'vitest';
import { chooseReadVersion, chooseSubmissionVersion, type VersionChoice } from './choose-version.js';

const choice = (more: Partial<VersionChoice>): VersionChoice => ({
  publishedVersionId: 'published',
  draftVersionId: 'draft',
  namedVersionId: undefined,
  namedVersionState: undefined,
  ...more,
});
const getErrorCode = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('chooseReadVersion (docs/contract.md C7.2)', () => {
  it.each([
    ['omitted: the published version', {}, 'published'],
    ['omitted, nothing published: the draft', { publishedVersionId: null }, 'draft'],
    ['the published id', { namedVersionId: 'published' }, 'published'],
    ['the draft id', { namedVersionId: 'draft' }, 'draft'],
    ['a superseded id', { namedVersionId: 'old', namedVersionState: 'SUPERSEDED' }, 'VERSION_NOT_FOUND'],
    ['a discarded draft', { namedVersionId: 'old', namedVersionState: 'DISCARDED' }, 'VERSION_NOT_FOUND'],
    ['an unknown id', { namedVersionId: 'nowhere' }, 'VERSION_NOT_FOUND'],
    ['neither published nor draft', { publishedVersionId: null, draftVersionId: null }, 'FUNNEL_NOT_PUBLISHED'],
    [
      'neither published nor draft, with an id',
      { publishedVersionId: null, draftVersionId: null, namedVersionId: 'x' },
      'FUNNEL_NOT_PUBLISHED',
    ],
  ])('%s', (_name, more, expected) => {
    expect(getErrorCode(() => chooseReadVersion(choice(more)))).toBe(expected);
  });
});

describe('chooseSubmissionVersion (docs/contract.md C9.4)', () => {
  const target = (versionId: string, isPreview = false, superseded = false) => ({ versionId, isPreview, superseded });
  it.each([
    ['omitted: stored against the published version', {}, target('published')],
    [
      'omitted, nothing published: stored against the draft, a preview',
      { publishedVersionId: null },
      target('draft', true),
    ],
    ['the published id', { namedVersionId: 'published' }, target('published')],
    ['the draft id: a preview', { namedVersionId: 'draft' }, target('draft', true)],
    [
      'a superseded id: stored against the current published version',
      { namedVersionId: 'old', namedVersionState: 'SUPERSEDED' },
      target('published', false, true),
    ],
    ['a discarded draft', { namedVersionId: 'old', namedVersionState: 'DISCARDED' }, 'VERSION_NOT_FOUND'],
    ['an unknown id', { namedVersionId: 'nowhere' }, 'VERSION_NOT_FOUND'],
    ['neither published nor draft', { publishedVersionId: null, draftVersionId: null }, 'FUNNEL_NOT_PUBLISHED'],
  ])('%s', (_name, more, expected) => {
    expect(getErrorCode(() => chooseSubmissionVersion(choice(more)))).toEqual(expected);
  });

  it.each(['createdWithVersionId', 'versionId'] as const)('names the field as the route calls it: %s', (field) => {
    expect(() => chooseSubmissionVersion(choice({ namedVersionId: 'nowhere' }), field)).toThrow(
      new RegExp(`^${field} is no published version`),
    );
  });
});
