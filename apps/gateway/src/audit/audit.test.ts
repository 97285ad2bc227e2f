import { ServiceError } from '@svc/kit';
import { AuditActorKind, AuditOutcome, type RecordIntentRequest, type RecordOutcomeRequest, Role } from '@svc/proto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getManagementPermission } from '../route/permission.js';
import { documentedRoutes } from '../router.js';
import { actor, DASHBOARD, DASHBOARD_ORIGIN, sessionFakes } from '../testing/sessions.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from '../testing/start-gateway.js';
import { isAudited } from './audited.js';

const KEYS = '/api/admin/v1/companies/glow/api-keys';
const REFUSED = { outcome: AuditOutcome.AUDIT_OUTCOME_REFUSED };
const fakes = sessionFakes();
let gateway: TestGateway;
/** Calls of services in the order in which they began. */
let order: string[];
beforeEach(async () => {
  order = [];
  gateway = await startGateway({ env: { RATE_LIMITS: 'on' } });
  const { handlers } = gateway.services;
  Object.assign(handlers.sessions, fakes.handlers.sessions);
  Object.assign(handlers.funnelAdmin, fakes.handlers.funnelAdmin, {
    revokeApiKey: async () => {
      order.push('revokeApiKey');
      return {};
    },
  });
  handlers.audit.recordIntent = async ({ companyId }) => {
    order.push('recordIntent');
    return { companyId };
  };
});
afterEach(() => gateway.stop());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const revoke = (token: string, path = `${KEYS}/key-1`) =>
  gateway.ask(path, { method: 'DELETE', headers: bearer(token) });
const intents = () => (gateway.services.calls.recordIntent ?? []) as RecordIntentRequest[];
const outcomes = () => (gateway.services.calls.recordOutcome ?? []) as RecordOutcomeRequest[];

/** The first entry with its outcome, which is written after the response. */
async function findEntry() {
  await expect.poll(() => outcomes().length).toBe(1);
  const [intent, outcome] = [intents()[0] as RecordIntentRequest, outcomes()[0] as RecordOutcomeRequest];
  expect(outcome.entryId).toBe(intent.entryId);
  return { intent, outcome };
}

const down = () => {
  gateway.services.handlers.audit.recordIntent = async () => {
    throw new ServiceError('UNAVAILABLE', 'The database is down.');
  };
};

describe('the audit log at the gateway (docs/identity.md I11)', () => {
  it('a change is recorded before it is done, and its outcome after it (docs/identity.md I9.4, I11.4)', async () => {
    expect((await revoke(fakes.token())).status).toBe(204);
    const { intent, outcome } = await findEntry();
    expect(order).toEqual(['recordIntent', 'revokeApiKey']);
    expect(intent).toMatchObject({
      ...{ companyId: 'company-1', actorKind: AuditActorKind.AUDIT_ACTOR_KIND_USER, actorId: 'user-1' },
      ...{ action: 'key.manage/revokeApiKey', targets: [{ name: 'keyId', id: 'key-1' }], source: '127.0.0.1' },
    });
    expect(outcome).toMatchObject({ companyId: 'company-1', outcome: AuditOutcome.AUDIT_OUTCOME_OK, error: '' });
  });

  it('the platform token is recorded in the log of the company, and of the platform where there is no company (I11.3)', async () => {
    await revoke(PLATFORM_TOKEN);
    await revoke(PLATFORM_TOKEN, '/api/admin/v1/companies/unknown/api-keys/key-1');
    expect(intents()).toMatchObject([
      { companyId: 'company-1', actorKind: AuditActorKind.AUDIT_ACTOR_KIND_PLATFORM_TOKEN, actorId: '' },
      {
        companyId: '',
        targets: [
          { name: 'handle', id: 'unknown' },
          { name: 'keyId', id: 'key-1' },
        ],
      },
    ]);
  });

  it.each([
    ['a role without the permission', actor({ role: Role.ROLE_ANALYST }), 'glow', 'FORBIDDEN', 'company-1'],
    [
      'a sign-in that is not fresh',
      actor({ freshUntilTime: new Date(0) }),
      'glow',
      'REAUTHENTICATION_REQUIRED',
      'company-1',
    ],
    // The log of a company has no entries of users who are not in it.
    ['a user of another company', actor(), 'other', 'NOT_FOUND', ''],
  ])('%s is recorded as REFUSED (I11.1, I11.3)', async (_, of, handle, error, companyId) => {
    await revoke(fakes.token(of), `/api/admin/v1/companies/${handle}/api-keys/key-1`);
    const { intent, outcome } = await findEntry();
    expect([intent.companyId, intent.actorId, outcome]).toMatchObject([companyId, 'user-1', { ...REFUSED, error }]);
    expect(order).toEqual(['recordIntent']);
  });

  it('requests without a valid credential are not recorded: strangers could fill the log (I11.1)', async () => {
    await revoke('wrong');
    await gateway.ask(`${KEYS}/key-1`, { method: 'DELETE' });
    await gateway.stop();
    expect(gateway.services.calls).toEqual({});
  });

  it('a failed service is FAILED, with the error code', async () => {
    gateway.services.handlers.funnelAdmin.revokeApiKey = async () => {
      throw new ServiceError('UNAVAILABLE', 'The database is down.');
    };
    await revoke(fakes.token());
    const { outcome } = await findEntry();
    expect(outcome).toMatchObject({ outcome: AuditOutcome.AUDIT_OUTCOME_FAILED, error: 'UNAVAILABLE' });
  });

  it('while the log cannot be written, a session is refused with 503 and nothing is done (I11.5)', async () => {
    down();
    const { status, json } = await revoke(fakes.token());
    expect([status, json.error, order]).toEqual([503, 'UNAVAILABLE', []]);
  });

  it('while the log cannot be written, the platform token works, and a warning has the entry', async () => {
    down();
    expect((await revoke(PLATFORM_TOKEN)).status).toBe(204);
    expect(order).toEqual(['revokeApiKey']);
    expect(gateway.logs).toContainEqual(
      expect.objectContaining({
        msg: 'an entry of the audit log was not recorded',
        entry: expect.objectContaining({ companyId: 'company-1', action: 'key.manage/revokeApiKey' }),
      }),
    );
  });

  it('the id of an analysis, which is a capability, is not recorded; addresses in a query or a path are not either (I11.2)', async () => {
    const analysisId = '5gNp1RtXv6dSbM3oYf0UhC';
    const token = fakes.token();
    gateway.services.handlers.analysis.eraseAnalysis = async () => ({});
    gateway.services.handlers.analysis.eraseAnalysesByEmail = async () => ({ erased: 1 });
    const erase = (path: string) => revoke(token, `/api/admin/v1/companies/glow/analyses${path}`);
    expect((await erase(`/${analysisId}`)).status).toBe(204);
    expect((await erase('?email=grace@example.com')).status).toBe(200);
    await revoke(token, `${KEYS}/grace@example.com`);
    expect(intents()).toHaveLength(3);
    expect(intents()[0]?.targets).toEqual([{ name: 'analysis', id: expect.stringMatching(/^[0-9a-f]{8}$/) }]);
    expect(JSON.stringify(intents())).not.toMatch(new RegExp(`${analysisId}|grace`));
  });

  it('reads of contact data are recorded, other reads and the v1 routes are not', async () => {
    const read = (path: string) => gateway.ask(path, { headers: bearer(PLATFORM_TOKEN) });
    await read(KEYS);
    await read('/api/v1/funnels/f');
    expect(intents()).toEqual([]);
    await read('/api/admin/v1/companies/glow/webhooks/deliveries/d');
    expect(intents()).toMatchObject([{ action: 'delivery.read/getDelivery' }]);
  });

  it('every change of the management API and of accounts is recorded, and these reads (I11.1)', () => {
    const relevant = documentedRoutes.filter(
      ({ permission }) =>
        getManagementPermission(permission) !== undefined || ['session', 'enrollment', 'signIn'].includes(permission),
    );
    const isRead = ({ method }: { method: string }) => method === 'GET';
    const ids = (routes: typeof relevant) => routes.map(({ id }) => id).sort();
    expect(ids(relevant.filter((route) => isRead(route) && isAudited(route)))).toEqual([
      ...[
        'exportAudit',
        'exportExperimentResults',
        'exportInsightAnswers',
        'exportInsightMatches',
        'exportInsightOverview',
        'exportInsightSources',
        'exportInsightSteps',
        'exportPlatformAudit',
        'exportRevenue',
        'getBlueprint',
        'getChatTranscript',
        'getDelivery',
        'getRejectedRows',
      ],
    ]);
    // They change nothing, or only what editors of a funnel see, every few seconds.
    expect(ids(relevant.filter((route) => !isRead(route) && !isAudited(route)))).toEqual([
      ...[
        'checkFunnel',
        'diffFunnel',
        'lookUpInvitation',
        'previewMatch',
        'probeFunnel',
        'renderFunnel',
        'replayFunnel',
        'reportPresence',
      ],
      'saveFunnelEdit',
    ]);
    const others = documentedRoutes.filter((route) => !relevant.includes(route) && isAudited(route));
    expect(ids(others)).toEqual([]);
  });
});

describe('sign-ins in the audit log', () => {
  const CREDENTIALS = { email: 'ada@glow.example', password: 'correct horse battery staple' };
  const signIn = (body: object = CREDENTIALS) => {
    const ask: Ask = { method: 'POST', host: DASHBOARD, body: JSON.stringify(body) };
    return gateway.ask('/auth/sign-in', {
      ...ask,
      headers: { 'content-type': 'application/json', origin: DASHBOARD_ORIGIN },
    });
  };

  it.each([
    ['OK', '', {}],
    ['REFUSED', 'UNAUTHORIZED', { password: 'wrong' }],
  ])(
    'a sign-in is recorded as %s, with the address to find the user by and without the password',
    async (ended, error, changes) => {
      gateway.services.handlers.sessions.signIn = async ({ password }) => {
        if (password === 'wrong') throw new ServiceError('UNAUTHORIZED', 'The email address or the password is wrong.');
        return { token: 'svc_session_x', needsSecondFactor: false, endTime: new Date() };
      };
      await signIn({ ...CREDENTIALS, ...changes });
      const { intent, outcome } = await findEntry();
      expect(intent).toMatchObject({
        ...{
          companyId: '',
          actorKind: AuditActorKind.AUDIT_ACTOR_KIND_ANONYMOUS,
          action: 'account/signIn',
          targets: [],
        },
        subject: { $case: 'subjectEmail', value: CREDENTIALS.email },
      });
      expect(outcome).toMatchObject({ outcome: `AUDIT_OUTCOME_${ended}`, error });
      expect(JSON.stringify([intent, outcome])).not.toMatch(/battery|wrong|svc_session/);
    },
  );

  it('of the attempts beyond a limit, one a minute is recorded (I11.1)', async () => {
    gateway.services.handlers.sessions.signIn = async () => {
      throw new ServiceError('UNAUTHORIZED', 'The email address or the password is wrong.');
    };
    for (let attempt = 0; attempt < 9; attempt += 1) await signIn();
    await expect.poll(() => outcomes().length).toBe(6);
    await gateway.stop();
    expect(
      outcomes()
        .map(({ error }) => error)
        .sort(),
    ).toEqual(['RATE_LIMITED', ...Array(5).fill('UNAUTHORIZED')]);
  });
});
