import { describe, expect, it } from 'vitest';
import { findScreen, findSentence } from './sentences.js';

describe('an entry of the audit log (docs/dashboard.md Y11.1)', () => {
  it('is a sentence; what has none is shown by its name', () => {
    expect(findSentence('funnel.publish/publishDraft')).toBe('audit.did.publish');
    expect(findSentence('funnel.edit/somethingNew')).toBeUndefined();
  });

  it.each([
    ['key.manage/createApiKey', {}, 'settings/developer'],
    ['member.manage/setPolicy', {}, 'settings/security'],
    ['member.manage/removeMember', { userId: 'u1' }, 'settings/people'],
    ['delivery.read/getDelivery', { deliveryId: 'msg_1' }, 'settings/webhooks/msg_1'],
    ['analysis.erase/eraseAnalysis', { analysisId: '9f86d081' }, undefined],
  ])('%s leads to its object', (action, targets, screen) => {
    expect(findScreen(action, targets)).toBe(screen);
  });
});
