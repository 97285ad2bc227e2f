import { connect } from 'node:net';
import { MAX_TEXT_LENGTH } from '@svc/domain';
import { ComponentConfig, TrackingConsent } from '@svc/proto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TIMEOUT_MS } from '../../clients.js';
import { POLICIES } from '../../limits/rate-limits.js';
import type { Answer } from '../../testing/start-gateway.js';
import { createVisitIntake, exposure, PATH, shopVisit, target, visit } from '../../testing/visit-intake.js';
import { waitFor } from '../../testing/wait-for.js';

const intake = createVisitIntake();
const { start, post, sent } = intake;
afterEach(intake.stop);

describe('POST /api/v1/visits on the host of a funnel (docs/insight.md N2)', () => {
  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'takes %s and answers 202 without a body (docs/contract.md C3.1)',
    async (type) => {
      await start();
      const { status, headers, text } = await post(visit, { headers: { 'content-type': type } });
      expect([status, text, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
        ...[202, '', 'no-store', '*'],
      ]);
      expect(sent()).toEqual([
        {
          companyId: 'company-1',
          visit: {
            ...{ visitId: visit.visitId, funnelId: 'funnel-1', versionId: visit.versionId, source: 'newsletter' },
            ...{ locale: 'de', device: 'VISIT_DEVICE_PHONE' },
          },
          events: [
            { number: 0, type: 'FUNNEL_VISIT_EVENT_TYPE_SHOWN', stepId: 1, atMs: 800 },
            { number: 1, type: 'FUNNEL_VISIT_EVENT_TYPE_ANSWERED', stepId: 1, atMs: 4_200 },
            { number: 2, type: 'FUNNEL_VISIT_EVENT_TYPE_SHOWN', stepId: 2, atMs: 4_300 },
            { number: 3, type: 'FUNNEL_VISIT_EVENT_TYPE_LEFT', stepId: 2, atMs: 9_000 },
          ],
        },
      ]);
    },
  );

  it('carries the test that the page was assigned to (N13.5)', async () => {
    await start();
    const { status } = await post({ ...visit, experiment: { id: 'test-1', arm: 'B' } });
    expect([status, sent()[0]?.visit?.experiment]).toEqual([202, { experimentId: 'test-1', arm: 'B' }]);
  });

  it.each([
    [true, 'k3J9-x2Lw0Pq7_ZtRb5Y'],
    [false, undefined],
  ])('carries the visitor only where visitors are kept: %s (N15.2)', async (keepsVisitors, expected) => {
    await start({ keepsVisitors });
    const experiment = { id: 'test-1', arm: 'B' };
    const { status } = await post({ ...visit, experiment, visitorId: 'k3J9-x2Lw0Pq7_ZtRb5Y' });
    expect([status, sent()[0]?.visit?.visitorId]).toEqual([202, expected]);
  });

  it.each([
    ['visitorId', { visitorId: 'short' }],
    ['experiment/arm', { experiment: { id: 'test-1', arm: 'b' } }],
    ['visitId', { visitId: 'short' }],
    ['versionId', { versionId: '' }],
    ['source', { source: 'x'.repeat(MAX_TEXT_LENGTH + 1) }],
    ['locale', { locale: 'de_DE' }],
    ['device', { device: 'watch' }],
    ['kind', { kind: 'PAGE' }],
    ['events', { events: [] }],
    ['events', { events: Array.from({ length: 51 }, (_, n) => ({ ...visit.events[0], n })) }],
    ['events/0/n', { events: [{ ...visit.events[0], n: -1 }] }],
    ['events/0/atMs', { events: [{ ...visit.events[0], atMs: 86_400_001 }] }],
    ['events/0/stepId', { events: [{ ...visit.events[0], stepId: 0 }] }],
    ['events/0/type', { events: [{ ...visit.events[0], type: 'SEEN' }] }],
  ])('a wrong %s refuses the report and says what to change (N2.8)', async (path, change) => {
    const { services } = await start();
    const { status, json } = await post({ ...visit, ...change });
    expect([status, json.error, json.message]).toEqual([
      ...[400, 'INVALID_REQUEST', 'The visit was not stored; details list what to change.'],
    ]);
    expect(json.details).toEqual([{ path: `/${path}`, message: expect.stringMatching(/\.$|expected/i) }]);
    expect(services.calls).toEqual({});
  });

  it('every problem is named, unknown fields too, and nothing of the report is stored (N2.8)', async () => {
    const { services } = await start();
    const events = [visit.events[0], { ...visit.events[0], n: 1, type: 'SEEN', answer: 'dry' }];
    const { status, json } = await post({ ...visit, device: 'watch', email: 'ada@example.com', events });
    expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    const details = json.details as { path: string; message: string }[];
    expect(details.map(({ path }) => path).sort()).toEqual(['/device', '/email', '/events/1/answer', '/events/1/type']);
    expect(services.calls).toEqual({});
  });

  it.each([
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Mobile/15E148', 'PHONE'],
    ['Android phone', 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537', 'PHONE'],
    ['Android tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537 Chrome/140.0 Safari/537', 'TABLET'],
    ['iPad', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605 Mobile/15E148', 'TABLET'],
    ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'DESKTOP'],
  ])('without device and locale they are those of the browser: %s (N2.11)', async (_, userAgent, device) => {
    await start();
    const { locale: _locale, device: _device, ...report } = visit;
    const headers = { 'user-agent': userAgent, 'accept-language': 'fr-CH, en;q=0.8' };
    expect((await post(report, { headers })).status).toBe(202);
    expect((await post({ ...report, locale: null, device: 'tablet' })).status).toBe(202);
    expect(sent().map((one) => [one.visit?.locale, one.visit?.device])).toEqual([
      ['fr-ch', `VISIT_DEVICE_${device}`],
      ['und', 'VISIT_DEVICE_TABLET'],
    ]);
    expect(JSON.stringify(sent())).not.toContain('Mozilla');
  });

  it.each([
    [7, 400],
    [8, 202],
    [64, 202],
    [65, 400],
  ])('an id of %d characters is %d (N2.1)', async (length, expected) => {
    await start();
    expect((await post({ ...visit, visitId: 'x'.repeat(length) })).status).toBe(expected);
  });

  it('takes 16 KiB and no byte more', async () => {
    await start();
    const text = JSON.stringify(visit);
    const padded = (length: number) => text + ' '.repeat(length - text.length);
    expect((await post(padded(16_384))).status).toBe(202);
    expect((await post(padded(16_385))).status).toBe(413);
  });

  it.each([
    ['of a draft (N3.3)', { isPreview: true }, {}],
    ['where the company reports nothing (N3.1)', { trackingConsent: TrackingConsent.TRACKING_CONSENT_OFF }, {}],
    [
      'of a crawler (N2.7)',
      {},
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
  ])('%s are answered 202 and not stored', async (_, more, headers) => {
    await start(more);
    expect((await post(visit, { headers })).status).toBe(202);
    expect(sent()).toEqual([]);
  });

  it('asks for the target of a host and version once a second', async () => {
    const { services } = await start();
    // The second does not end meanwhile, however slow the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      await Promise.all(Array.from({ length: 5 }, () => post(visit)));
      expect(services.calls.resolveHostVisit).toHaveLength(1);
      expect(sent()).toHaveLength(5);
      await post({ ...visit, versionId: 'another' });
      expect(services.calls.resolveHostVisit).toHaveLength(2);
    } finally {
      clock.mockRestore();
    }
  });

  it('a changed consent takes effect within a second (N3.2)', async () => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    try {
      const { services } = await start();
      const shop = () => services.calls.recordShopVisit ?? [];
      const send = () => Promise.all([post(visit), post(shopVisit, { host: 'svc.test' })]);
      await send();
      expect([sent().length, shop().length]).toEqual([1, 1]);
      const off = { trackingConsent: TrackingConsent.TRACKING_CONSENT_OFF };
      services.handlers.funnelPages.resolveHostVisit = async () => ({ ...target, ...off, keepsVisitors: false });
      services.handlers.components.getComponentConfig = async () => ({
        ...{ companyId: 'company-1', version: 'v', domains: [], config: ComponentConfig.fromPartial(off) },
      });
      aheadMs = 1_000;
      expect((await send()).map(({ status }) => status)).toEqual([202, 202]);
      expect([sent().length, shop().length]).toEqual([1, 1]);
    } finally {
      clock.mockRestore();
    }
  });

  it('an unknown version is refused, and is asked for again (N2.8)', async () => {
    const { services } = await start();
    for (let times = 0; times < 2; times += 1) {
      const { status, json } = await post({ ...visit, versionId: 'unknown' });
      expect([status, json.error]).toEqual([400, 'VERSION_NOT_FOUND']);
    }
    expect(services.calls.resolveHostVisit).toHaveLength(2);
  });

  it('while reports cannot be stored, 256 of a company wait and further ones are 503 with Retry-After; none that was taken is lost (N2.9, N2.10)', async () => {
    const { visits } = TIMEOUT_MS;
    // A slow machine takes longer to send them than a report may wait.
    Object.assign(TIMEOUT_MS, { visits: 60_000 });
    try {
      await start({}, { LOAD_SHEDDING: 'off' });
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      intake.gateway.services.handlers.visits.recordFunnelVisit = async () => {
        await released;
        return {};
      };
      const takenIds: string[] = [];
      const refused: Answer[] = [];
      const report = async (number: number) => {
        const visitId = `visit-${String(number).padStart(16, '0')}`;
        const answer = await post({ ...visit, visitId });
        if (answer.status === 202) takenIds.push(visitId);
        else refused.push(answer);
      };
      const first = report(0);
      await waitFor(() => sent().length === 1);
      const later = Array.from({ length: 259 }, (_, at) => report(at + 1));
      await waitFor(() => refused.length === 3);
      release();
      await Promise.all([first, ...later]);
      for (const { status, json, headers } of refused)
        expect([status, json.error, headers['retry-after'], headers['cache-control']]).toEqual([
          503,
          'UNAVAILABLE',
          '1',
          'no-store',
        ]);
      expect([takenIds.length, refused.length]).toEqual([1 + 256, 3]);
      const stored = new Set(sent().map((one) => one.visit?.visitId));
      expect(takenIds.filter((id) => !stored.has(id))).toEqual([]);
    } finally {
      Object.assign(TIMEOUT_MS, { visits });
    }
  });

  it('a source sends 60 reports a minute (N2.4)', async () => {
    await start({}, { RATE_LIMITS: 'on' });
    for (let count = 0; count < 60; count += 1) expect((await post(visit)).status).toBe(202);
    const { status, json } = await post(visit);
    expect([status, json.error]).toEqual([429, 'RATE_LIMITED']);
  });

  it('a company sends so many reports of all kinds, from whatever addresses; another company is not held up (N2.10)', async () => {
    const { requests } = POLICIES.companyVisits;
    Object.assign(POLICIES.companyVisits, { requests: 3 });
    try {
      await start({ keepsVisitors: true }, { RATE_LIMITS: 'on', TRUST_PROXY: '1' });
      let sender = 0;
      const send = (body: unknown, host = 'beauty.svc.test') => {
        sender += 1;
        return post(body, { host, headers: { 'x-forwarded-for': `198.51.100.${sender}` } });
      };
      for (const body of [visit, shopVisit, exposure]) expect((await send(body)).status).toBe(202);
      for (const body of [visit, shopVisit, exposure]) {
        const { status, json, headers } = await send(body);
        expect([status, json.error, headers['ratelimit-policy']]).toEqual([
          429,
          'RATE_LIMITED',
          '"company-visits";q=3;w=10',
        ]);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      expect(sent()).toHaveLength(1);
      intake.gateway.services.handlers.funnelPages.resolveHostVisit = async () => ({
        ...{ ...target, companyId: 'company-2', trackingConsent: TrackingConsent.TRACKING_CONSENT_IMPLIED },
        keepsVisitors: false,
      });
      expect((await send(visit, 'another.svc.test')).status).toBe(202);
    } finally {
      Object.assign(POLICIES.companyVisits, { requests });
    }
  });

  it('a report is stored although the page that sent it went away (N4.3)', async () => {
    let stored = () => {};
    const storing = new Promise<void>((resolve) => (stored = resolve));
    const { services, port } = await start();
    services.handlers.visits.recordFunnelVisit = async (_request, call) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (!call.signal.aborted) stored();
      return {};
    };
    const body = JSON.stringify(visit);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: beauty.svc.test\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    while (sent().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    await storing;
  });

  it('is on no other host', async () => {
    await start();
    for (const host of ['svc.test', 'dashboard.svc.test']) {
      const { status, json } = await post(visit, { host });
      expect([status, json.error]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect(sent()).toEqual([]);
  });

  it('ids, sources and bodies are not in the log', async () => {
    const { logs } = await start();
    await post({ ...visit, source: 'marker-source' });
    const text = JSON.stringify(logs);
    for (const secret of [visit.visitId, 'marker-source']) expect(text).not.toContain(secret);
  });
});
