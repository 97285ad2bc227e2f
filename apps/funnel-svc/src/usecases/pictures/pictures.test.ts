import { DEFAULT_COMPANY_SETTINGS, type FunnelTest, MAX_PICTURES, MAX_PICTURES_BYTES } from '@svc/domain';
import { json, sha256 } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const fails = (code: string, message = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

let contents = 0;
/** Bytes that no other picture has. The service stores what analysis-svc made, and decodes nothing itself. */
const content = (): Buffer => Buffer.from(`picture ${++contents}`);

const store = (companyId: string, picture: Buffer) =>
  service.pictures.storePicture({ companyId, picture, width: 40, height: 30 });
const list = async (companyId: string) => {
  const { pictures } = await service.pictures.listPictures({ companyId, pageSize: 100, pageToken: '' });
  return pictures.map(({ picture, ...uses }) => ({ hash: picture?.hash.toString('hex'), ...uses }));
};
const toAddress = (picture: Buffer) => `https://cdn.svc.example/m/${sha256(picture).toString('hex')}.webp`;

/** A question with one option that has a picture. */
const pictured = (id: number, picture: Buffer) =>
  step(id, {
    type: 'SINGLE_SELECTION',
    selections: [
      {
        key: 'a',
        orderNumber: 0,
        caption: { en: 'A' },
        formerKeys: [],
        imageUrl: toAddress(picture),
        tags: { require: [], prefer: [], avoid: [] },
      },
    ],
  });

describe('pictures of a company (docs/management.md "Pictures")', () => {
  it('a picture is stored by its hash, and storing it again changes nothing', async () => {
    const { id } = await service.company({});
    const picture = content();
    const first = await store(id, picture);
    expect(first).toMatchObject({
      created: true,
      picture: { hash: sha256(picture), width: 40, height: 30, sizeBytes: picture.length },
    });
    service.clock.advance(1_000);
    expect(await store(id, picture)).toEqual({ ...first, created: false });
    expect(await list(id)).toHaveLength(1);
    expect((await service.pictures.getPicture({ hash: sha256(picture) })).picture).toEqual(picture);
  });

  it('lists the newest first, in pages', async () => {
    const { id } = await service.company({});
    const stored = [content(), content(), content()];
    for (const picture of stored) await store(id, picture);
    const first = await service.pictures.listPictures({ companyId: id, pageSize: 2, pageToken: '' });
    const rest = await service.pictures.listPictures({ companyId: id, pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.pictures, ...rest.pictures].map(({ picture }) => picture?.hash)).toEqual(
      stored.reverse().map((picture) => sha256(picture)),
    );
    expect(rest.nextPageToken).toBe('');
  });

  it('a company neither sees nor deletes the picture of another, also if both have it', async () => {
    const [{ id: mine }, { id: theirs }] = await Promise.all([service.company({}), service.company({})]);
    const picture = content();
    const hash = sha256(picture);
    await store(theirs, picture);
    expect(await list(mine)).toEqual([]);
    await expect(service.pictures.deletePicture({ companyId: mine, hash })).rejects.toEqual(fails('NOT_FOUND'));
    expect(await store(mine, picture)).toMatchObject({ created: true });
    await service.pictures.deletePicture({ companyId: mine, hash });
    expect((await service.pictures.getPicture({ hash })).picture).toEqual(picture);
    await service.pictures.deletePicture({ companyId: theirs, hash });
    await expect(service.pictures.getPicture({ hash })).rejects.toEqual(fails('NOT_FOUND'));
  });

  it('names where a picture is used, and deletes none that is', async () => {
    const [published, edited, logo, unused] = [content(), content(), content(), content()];
    const wanted = funnel({ published: { steps: [pictured(1, published)] } });
    const { subdomain } = wanted;
    const { id: companyId } = await service.company({
      funnels: [wanted],
      settings: { ...DEFAULT_COMPANY_SETTINGS, theme: { ...DEFAULT_COMPANY_SETTINGS.theme, logoUrl: toAddress(logo) } },
    });
    for (const picture of [published, edited, logo, unused]) await store(companyId, picture);
    await service.edits.saveFunnelEdit({
      companyId,
      subdomain,
      userName: 'Ada',
      partsJson: json.encode({ steps: [pictured(1, published), pictured(2, edited)] }),
    });
    const use = { subdomain, published: false, draft: false, edit: false };
    const inHex = (picture: Buffer) => sha256(picture).toString('hex');
    expect(await list(companyId)).toEqual([
      { hash: inHex(unused), uses: [], logo: false },
      { hash: inHex(logo), uses: [], logo: true },
      { hash: inHex(edited), uses: [{ ...use, edit: true }], logo: false },
      { hash: inHex(published), uses: [{ ...use, published: true, edit: true }], logo: false },
    ]);
    for (const [picture, where] of [
      [published, subdomain],
      [edited, subdomain],
      [logo, 'the logo'],
    ] as const) {
      await expect(service.pictures.deletePicture({ companyId, hash: sha256(picture) })).rejects.toEqual(
        fails('CONFLICT', new RegExp(`used by .*${where}; remove it there first`)),
      );
    }
    expect(await list(companyId)).toHaveLength(4);
    await service.pictures.deletePicture({ companyId, hash: sha256(unused) });
    expect(await list(companyId)).toHaveLength(3);
  });

  it('deletes none of a version that a running test shows, although the funnel has another draft by now', async () => {
    const [picture, newer] = [content(), content()];
    const wanted = funnel({ published: { steps: [step(1)] }, draft: { steps: [pictured(1, picture)] } });
    const { subdomain } = wanted;
    const { id: companyId, handle, answer } = await service.company({ funnels: [wanted] });
    for (const each of [picture, newer]) await store(companyId, each);
    const { id: funnelId, published, draft } = answer.funnels[subdomain]!;
    const test: FunnelTest = {
      ...{ id: 'test-1', kind: 'QUESTIONNAIRE', salt: 'salt', countsFrom: '2026-01-01T00:00:00.000Z' },
      arms: [
        { key: 'A', weight: 1, versionId: published?.id as string },
        { key: 'B', weight: 1, versionId: draft?.id as string },
      ],
    };
    await service.tests.setFunnelTest({ companyId, funnelId, testJson: json.encode(test) });
    await service.apply({ funnels: [{ subdomain, draft: { steps: [pictured(1, newer)] } }] }, handle);
    const use = { subdomain, published: true, draft: false, edit: false };
    expect((await list(companyId)).at(-1)).toMatchObject({ hash: sha256(picture).toString('hex'), uses: [use] });
    const remove = () => service.pictures.deletePicture({ companyId, hash: sha256(picture) });
    await expect(remove()).rejects.toEqual(fails('CONFLICT', new RegExp(`used by the funnel ${subdomain}`)));
    await service.tests.endFunnelTest({ companyId, experimentId: test.id });
    await remove();
  });

  it('simultaneous uploads never pass the number of pictures, and a stored one is accepted at the limit (docs/contract.md C18.1)', async () => {
    const { id } = await service.company({});
    const known = content();
    await store(id, known);
    await service.db.raw(
      `insert into pictures (company_id, hash, width, height, size_bytes, created_at, content)
       select ?, int4send(n), 1, 1, 1, now(), '' from generate_series(1, ?) n`,
      [id, MAX_PICTURES - 3],
    );
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => store(id, content())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: fails('QUOTA_EXCEEDED', /has 1000 pictures; delete one/),
    });
    expect(await store(id, known)).toMatchObject({ created: false });
  });

  it('the bytes of all pictures together are limited (docs/contract.md C18.1)', async () => {
    const { id } = await service.company({});
    await service.db('pictures').insert({
      company_id: id,
      hash: Buffer.from('large'),
      width: 1,
      height: 1,
      size_bytes: MAX_PICTURES_BYTES - 4,
      created_at: new Date(),
      content: Buffer.alloc(0),
    });
    await expect(store(id, Buffer.from('12345'))).rejects.toEqual(fails('QUOTA_EXCEEDED', /nearly 200 MiB/));
    expect(await store(id, Buffer.from('1234'))).toMatchObject({ created: true });
  });

  it('a picture of an unknown company is not stored', async () => {
    await expect(store('unknown', content())).rejects.toEqual(fails('NOT_FOUND'));
  });
});
