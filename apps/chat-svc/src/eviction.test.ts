import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import type { FakeCompany } from './testing/fake-peers.testing.js';
import { context, startTestService, type TestService, toCaller, turn } from './testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  // Room for one catalog.
  service = await startTestService({ maxBytes: 1 });
});
afterAll(() => service.stop());

it('a company whose catalog is not in memory is loaded at its first message, and again after others took its place (docs/chat.md T8.4, T8.5)', async () => {
  const [first, second] = [service.add(createFakeCompany()), service.add(createFakeCompany())];
  const count = () => service.peers.calls.get('getSearchDocuments') ?? 0;
  const begin = async (company: FakeCompany): Promise<string> => {
    const sent = { caller: toCaller(company), context: context(), turn: turn({ text: 'Show me lipsticks' }) };
    const { answer } = await service.chat.createThread({ ...sent, isUnlimited: false });
    expect(JSON.stringify(answer?.blocks)).toContain('LIP-');
    return answer?.threadId ?? '';
  };
  const threadId = await begin(first);
  const once = count();
  expect(once).toBeGreaterThan(0);
  await begin(first);
  expect(count()).toBe(once);
  await begin(second);
  expect(count()).toBe(2 * once);
  const { answer } = await service.chat.createTurn({
    ...{ threadId, caller: { origin: '' }, context: context(), turn: turn({ text: 'cheaper please' }) },
    isUnlimited: false,
  });
  expect(JSON.stringify(answer?.blocks)).toContain('LIP-');
  expect(count()).toBe(3 * once);
});
