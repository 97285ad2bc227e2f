import { countWaiting } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeCompany } from './testing/demo-documents.testing.js';
import type { FakeCompany } from './testing/fake-peers.testing.js';
import { context, startTestService, type TestService, toCaller, turn } from './testing/test-service.testing.js';
import type { Catalogs } from './usecases/companies/catalogs.js';
import { createCompanies } from './usecases/companies/companies.js';
import type { CompanyProfile } from './usecases/companies/ports.js';
import { expireThreads } from './usecases/expire-threads.js';
import { createTranscripts } from './usecases/transcripts/transcripts.js';

const HOUR_MS = 3_600_000;
const PAGE = { pageSize: 0, pageToken: '', unansweredOnly: false, text: '' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const add = (retentionDays: number): FakeCompany => {
  const company = service.add(createFakeCompany());
  company.documents = company.documents.slice(0, 20);
  if (company.company.settings) company.company.settings.retentionDays = retentionDays;
  return company;
};
const begin = async (company: FakeCompany, text: string): Promise<string> => {
  const sent = { caller: toCaller(company), context: context(), turn: turn({ text }), isUnlimited: false };
  return (await service.chat.createThread(sent)).answer?.threadId ?? '';
};
/** One run of the job, for companies that keep conversations as given; all others do not exist. */
async function expire(days: Record<string, number>): Promise<void> {
  const load = async (name: object) => {
    const id = (name as { id: string }).id;
    return { id, settings: { retentionDays: days[id] ?? 30 } } as CompanyProfile;
  };
  const job = expireThreads({ db: service.knex, clock: service.clock, companies: createCompanies({ load }) });
  await job(new AbortController().signal);
}
const count = async ({ id }: FakeCompany): Promise<number> =>
  (await service.db('turns').where({ company_id: id })).length;

describe('how long conversations are kept (docs/chat.md T3.4, T5.2)', () => {
  it('as many days as the company says after the last message, or two hours', async () => {
    const [kept, unkept] = [add(7), add(0)];
    const ids = [await begin(kept, 'Hello'), await begin(unkept, 'Hello')];
    const days = { [kept.id]: 7, [unkept.id]: 0 };
    const read = () =>
      Promise.all(
        ids.map((threadId) =>
          service.chat.getThread({ threadId, caller: { origin: '' } }).then(
            () => 200,
            () => 404,
          ),
        ),
      );
    service.clock.advance(2 * HOUR_MS - 1);
    await expire(days);
    expect([await read(), await count(unkept)]).toEqual([[200, 200], 1]);
    service.clock.advance(1_000);
    // Not found any more, and then deleted.
    expect(await read()).toEqual([200, 404]);
    await expire(days);
    expect([await count(kept), await count(unkept)]).toEqual([1, 0]);
    service.clock.advance(7 * 24 * HOUR_MS);
    await expire(days);
    expect(await count(kept)).toBe(0);
  });

  it('also while another company cannot be read', async () => {
    const companies = Array.from({ length: 6 }, () => add(0));
    for (const company of companies) await begin(company, 'Hello');
    service.clock.advance(2 * HOUR_MS + 1);
    for (const broken of companies.slice(0, 2)) {
      const load = async (name: object) => {
        const { id } = name as { id: string };
        if (id === broken.id) throw new Error('broken');
        return { id, settings: { retentionDays: 0 } } as CompanyProfile;
      };
      const job = expireThreads({ db: service.knex, clock: service.clock, companies: createCompanies({ load }) });
      await expect(job(new AbortController().signal)).rejects.toThrow('broken');
      expect(await Promise.all(companies.map(count))).toEqual(companies.map((one) => (one === broken ? 1 : 0)));
      await expire({ [broken.id]: 0 });
      for (const company of companies) await begin(company, 'Hello');
      service.clock.advance(2 * HOUR_MS + 1);
    }
  });

  it('a message that arrives while its conversation is being deleted keeps it', async () => {
    const company = add(0);
    await begin(company, 'Hello');
    service.clock.advance(2 * HOUR_MS + 1);
    let expired: Promise<void> = Promise.resolve();
    // What a message does, on a replica whose clock is a little behind.
    await service.db.transaction(async (trx) => {
      await trx('threads').where({ company_id: company.id }).update({ last_turn_at: service.clock.now() });
      expired = expire({ [company.id]: 0 });
      await expect.poll(() => countWaiting(service.db)).toBe(1);
    });
    await expired;
    expect(await count(company)).toBe(1);
  });

  it('whole answers are forgotten after 24 hours (docs/chat.md T7.4)', async () => {
    const company = add(30);
    await begin(company, 'Hello');
    const answers = () => service.db('turns').where({ company_id: company.id }).whereNotNull('answer');
    service.clock.advance(24 * HOUR_MS - 1_000);
    await expire({});
    expect(await answers()).toHaveLength(1);
    service.clock.advance(2_000);
    await expire({});
    expect(await answers()).toEqual([]);
  });
});

describe('what the company sees (docs/chat.md T9)', () => {
  it('its conversations page by page, without the id of the shopper, and deletes them (T9.1, T4.1)', async () => {
    const [company, other] = [add(30), add(30)];
    const threadIds = [await begin(company, 'Hello'), await begin(company, 'qwxz zzxq')];
    await begin(other, 'Hello');
    const { id: companyId } = company;
    const first = await service.transcripts.listTranscripts({ ...PAGE, companyId, pageSize: 1 });
    const second = await service.transcripts.listTranscripts({ ...PAGE, companyId, pageToken: first.nextPageToken });
    const all = [...first.transcripts, ...second.transcripts];
    expect([first.transcripts.length, all.length, second.nextPageToken]).toEqual([1, 2, '']);
    for (const threadId of threadIds) expect(JSON.stringify(all)).not.toContain(threadId);
    const { transcripts } = await service.transcripts.listTranscripts({ ...PAGE, companyId, unansweredOnly: true });
    expect(transcripts).toEqual([expect.objectContaining({ turns: 1, unanswered: 1, hasAnalysis: false })]);
    const transcriptId = transcripts[0]?.transcriptId ?? '';
    const { messages } = await service.transcripts.getTranscript({ companyId, transcriptId });
    expect(messages.map(({ text }) => text)).toEqual(['qwxz zzxq', undefined]);
    const foreign = service.transcripts.getTranscript({ companyId: other.id, transcriptId });
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await service.transcripts.deleteTranscript({ companyId, transcriptId });
    expect(await count(company)).toBe(1);
  });

  it('conversations in which a shopper wrote something, as it is and without personal data (T9.3)', async () => {
    const [company, other] = [add(30), add(30)];
    for (const text of ['A 100% VEGAN lipstick', 'snake_case', 'Hello, I am ada@example.com'])
      await begin(company, text);
    await begin(other, 'vegan');
    const { id: companyId } = company;
    const find = async (text: string) =>
      (await service.transcripts.listTranscripts({ ...PAGE, companyId, text })).transcripts.length;
    const searches = ['vegan', '100% veg', '%', 'e_c', 'x_c', '\\', "'; drop", 'Welcome', ''];
    expect(await Promise.all(searches.map(find))).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 3]);
    expect(await Promise.all(['ada@example.com', 'e-mail'].map(find))).toEqual([0, 1]);
    expect(await find('VEGAN')).toBe(1);
  });

  it('only the newest messages are searched (T9.3)', async () => {
    const company = add(30);
    for (const text of ['an old lipstick', 'a mascara', 'a new lipstick']) {
      await begin(company, text);
      service.clock.advance(1_000);
    }
    const find = async (maxSearched: number): Promise<number> => {
      const load = async () => ({ id: company.id, settings: { retentionDays: 30 } }) as CompanyProfile;
      const deps = { db: service.knex, clock: service.clock, companies: createCompanies({ load }) };
      const transcripts = createTranscripts({ ...deps, catalogs: {} as Catalogs, maxSearched });
      return (await transcripts.list(company.id, { ...PAGE, text: 'lipstick' })).items.length;
    };
    expect(await Promise.all([1, 2, 3].map(find))).toEqual([1, 1, 2]);
  });

  it('the questions without an answer that helps, the most frequent first (T9.2)', async () => {
    const company = add(30);
    for (const text of ['qwxz zzxq', '  Qwxz  ZZXQ ', 'vvkk wwpp', 'Hello']) await begin(company, text);
    const { questions } = await service.transcripts.listUnansweredQuestions({ companyId: company.id });
    expect(questions.map((question) => question.count)).toEqual([2, 1]);
    expect(questions[0]?.text.toLowerCase()).toContain('qwxz');
  });

  it('nothing where it keeps none (T9.1)', async () => {
    const company = add(0);
    await begin(company, 'qwxz zzxq');
    const { id: companyId } = company;
    const { transcripts } = await service.transcripts.listTranscripts({ ...PAGE, companyId });
    const { questions } = await service.transcripts.listUnansweredQuestions({ companyId });
    expect([transcripts, questions]).toEqual([[], []]);
  });
});
