import { describe, expect, it } from 'vitest';
import { findTarget, toRequests, toState } from './release-target.js';

const edit = { revision: 17, updatedAt: '', updatedBy: null };
const draft = { id: 'v2', number: 2, state: 'DRAFT' as const, createdAt: '', publishedAt: null };

describe('what is released (docs/dashboard.md Y37)', () => {
  it('the release of the address, else what is being edited, else the draft', () => {
    expect(findTarget({ edit, draft }, '3')).toEqual({ kind: 'RELEASE', number: 3 });
    expect(findTarget({ edit, draft }, undefined)).toEqual({ kind: 'EDIT', revision: 17 });
    expect(findTarget({ edit: null, draft }, undefined)).toEqual({ kind: 'DRAFT', versionId: 'v2' });
    expect(findTarget({ edit: null, draft: null }, undefined)).toBeUndefined();
  });

  it('another revision is another state, so that it is checked again (docs/dashboard.md Y14.2)', () => {
    expect(toState({ kind: 'EDIT', revision: 1 })).not.toBe(toState({ kind: 'EDIT', revision: 2 }));
    expect(toRequests({ kind: 'RELEASE', number: 3 })).toMatchObject({ to: 3, check: { release: 3 } });
  });
});
