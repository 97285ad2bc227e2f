import { ServiceError, sha256 } from '@svc/kit';
import type { ConvertPictureRequest } from '@svc/proto';
import { Role } from '@svc/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actor, COOKIE, DASHBOARD, DASHBOARD_ORIGIN, sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const MEDIA = '/api/admin/v1/companies/glow/media';
const CDN = 'cdn.svc.test:8080';
const fakes = sessionFakes();
const webp = Buffer.from('RIFF-converted');
const hash = sha256(webp);
const picture = { hash, width: 640, height: 480, sizeBytes: webp.length, createTime: new Date('2026-11-24T01:00:00Z') };
const url = `https://cdn.svc.test:8080/m/${hash.toString('hex')}.webp`;
const shown = {
  ...{ hash: hash.toString('hex'), url, width: 640, height: 480, bytes: webp.length },
  createdAt: '2026-11-24T01:00:00.000Z',
};

let gateway: TestGateway;
let isNew = true;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      ...fakes.handlers,
      pictureConversion: {
        convertPicture: async ({ picture: sent }) => {
          if (sent.toString() === 'bad') throw new ServiceError('INVALID_REQUEST', 'The picture must be a JPEG.');
          return { picture: webp, width: 640, height: 480 };
        },
      },
      pictures: {
        storePicture: async () => ({ picture, created: isNew }),
        listPictures: async () => ({
          pictures: [
            { picture, uses: [{ subdomain: 'beauty', published: true, draft: false, edit: true }], logo: false },
          ],
          nextPageToken: 'next',
        }),
        deletePicture: async () => ({}),
        getPicture: async ({ hash: wanted }) => {
          if (!wanted.equals(hash)) throw new ServiceError('NOT_FOUND', 'No such picture.');
          return { picture: webp };
        },
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  isNew = true;
});

const authorization = `Bearer ${PLATFORM_TOKEN}`;
const upload = (body: string | Buffer, type = 'image/png', path = MEDIA) =>
  gateway.ask(path, { method: 'POST', headers: { authorization, 'content-type': type }, body });
const countCalls = (method: string) => gateway.services.calls[method]?.length ?? 0;

describe('POST …/media (docs/management.md "Pictures")', () => {
  it('converts the picture, stores it for the company and returns its address', async () => {
    const { status, json } = await upload('png');
    expect([status, json]).toEqual([201, shown]);
    expect(gateway.services.calls.convertPicture?.at(-1)).toEqual({ picture: Buffer.from('png'), type: 'image/png' });
    expect(gateway.services.calls.storePicture?.at(-1)).toEqual({
      companyId: 'company-1',
      picture: webp,
      width: 640,
      height: 480,
    });
  });

  it('a picture that the company has already is 200 with the same address', async () => {
    isNew = false;
    expect(await upload('png')).toMatchObject({ status: 200, json: shown });
  });

  it.each(['image/svg+xml', 'image/gif', 'text/html', 'application/json'])('%s is refused', async (type) => {
    const before = countCalls('convertPicture');
    expect(await upload('<svg/>', type)).toMatchObject({ status: 415, json: { error: 'UNSUPPORTED_MEDIA_TYPE' } });
    expect(countCalls('convertPicture')).toBe(before);
  });

  it('more than 1 MiB is refused before it is decoded', async () => {
    const before = countCalls('convertPicture');
    expect(await upload(Buffer.alloc(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      json: { error: 'REQUEST_TOO_LARGE' },
    });
    expect(countCalls('convertPicture')).toBe(before);
    expect((await upload(Buffer.alloc(1024 * 1024))).status).toBe(201);
  });

  it('a picture that cannot be decoded is refused, and nothing is stored', async () => {
    const before = countCalls('storePicture');
    expect(await upload('bad')).toMatchObject({ status: 400, json: { error: 'INVALID_REQUEST' } });
    expect(countCalls('storePicture')).toBe(before);
  });

  it('an unknown company is 404, and nothing is decoded', async () => {
    const before = (gateway.services.calls.convertPicture as ConvertPictureRequest[]).length;
    expect((await upload('png', 'image/png', MEDIA.replace('glow', 'unknown'))).status).toBe(404);
    expect(countCalls('convertPicture')).toBe(before);
  });

  it('analysts list pictures and upload none; members of another company do neither', async () => {
    const askAs = (token: string, path: string, method: string) =>
      gateway.ask(path, {
        method,
        host: DASHBOARD,
        headers: { cookie: `${COOKIE}=${token}`, origin: DASHBOARD_ORIGIN, 'content-type': 'image/png' },
        ...(method === 'POST' ? { body: 'png' } : {}),
      });
    const analyst = fakes.token(actor({ role: Role.ROLE_ANALYST }));
    expect((await askAs(analyst, MEDIA, 'GET')).status).toBe(200);
    expect((await askAs(analyst, MEDIA, 'POST')).status).toBe(403);
    expect((await askAs(fakes.token(actor({ role: Role.ROLE_EDITOR })), MEDIA, 'POST')).status).toBe(201);
    for (const method of ['GET', 'POST']) {
      expect((await askAs(fakes.token(), MEDIA.replace('glow', 'other'), method)).status).toBe(404);
    }
  });
});

describe('GET …/media and DELETE …/media/{hash}', () => {
  it('lists pictures with where they are used', async () => {
    const { status, json } = await gateway.ask(`${MEDIA}?limit=1`, { headers: { authorization } });
    expect([status, json]).toEqual([
      200,
      {
        data: [{ ...shown, uses: [{ subdomain: 'beauty', published: true, draft: false, edit: true }], logo: false }],
        nextCursor: 'next',
      },
    ]);
    expect(gateway.services.calls.listPictures?.at(-1)).toMatchObject({ companyId: 'company-1', pageSize: 1 });
  });

  it('deletes by hash; what is no hash is 404', async () => {
    const remove = (name: string) => gateway.ask(`${MEDIA}/${name}`, { method: 'DELETE', headers: { authorization } });
    expect((await remove(hash.toString('hex'))).status).toBe(204);
    expect(gateway.services.calls.deletePicture?.at(-1)).toEqual({ companyId: 'company-1', hash });
    for (const name of ['x', `${hash.toString('hex')}0`, hash.toString('hex').toUpperCase()]) {
      expect((await remove(name)).status).toBe(404);
    }
  });
});

describe('the host of pictures (docs/management.md "Pictures")', () => {
  it('sends a picture that may be kept indefinitely and do nothing as a page', async () => {
    const before = countCalls('getPicture');
    const path = new URL(url).pathname;
    const { status, headers, text } = await gateway.ask(path, { host: CDN });
    expect([status, text]).toEqual([200, webp.toString()]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const again = await gateway.ask(path, { host: CDN, headers: { 'if-none-match': headers.etag as string } });
    expect(again.status).toBe(304);
    expect(countCalls('getPicture')).toBe(before + 1);
  });

  it.each(['/m/x.webp', `/m/${'0'.repeat(64)}.webp`, `/m/${hash.toString('hex')}.png`, `/m/${hash.toString('hex')}`])(
    '%s is 404',
    async (path) => {
      const { status, headers } = await gateway.ask(path, { host: CDN });
      expect(status).toBe(404);
      expect(headers['cache-control'] ?? '').not.toContain('immutable');
    },
  );

  it('has nothing else, and no other host has pictures (docs/contract.md C2.1)', async () => {
    for (const path of ['/', MEDIA, '/api/v1/analyses', '/api/analyses', '/auth/me', '/assets/main-1a2b3c4d.js']) {
      expect((await gateway.ask(path, { host: CDN, headers: { authorization } })).status, path).toBe(404);
    }
    for (const host of ['svc.test', DASHBOARD, 'beauty.svc.test', 'preview.svc.test']) {
      expect((await gateway.ask(new URL(url).pathname, { host })).status, host).toBe(404);
    }
  });
});
