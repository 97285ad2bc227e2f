import { MAX_ACTIVE_API_KEYS } from '@svc/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { funnel, step } from '../../testing/blueprints.testing.js';
import { startTestService, type TestService } from '../../testing/test-service.testing.js';

let svc: TestService;
beforeAll(async () => {
  svc = await startTestService();
});
afterAll(() => svc.stop());

interface ModelKey {
  id: string;
  value: string;
  expiresAt: number | null;
  revoked: boolean;
  scopes: string[];
}
interface Model {
  keys: ModelKey[];
}
interface Real {
  companyId: string;
  funnelId: string;
}

const now = () => svc.clock.now().getTime();
const isActive = (key: ModelKey) => !key.revoked && (key.expiresAt === null || key.expiresAt > now());
const getErrorCode = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: { code: string }) => error.code,
  );

/** What the specification says a use of the key answers. */
function expectedUse(key: ModelKey, scope: string): string {
  if (key.revoked) return 'UNAUTHORIZED';
  if (!isActive(key)) return 'API_KEY_EXPIRED';
  return key.scopes.includes(scope) ? 'OK' : 'UNAUTHORIZED';
}

class Create implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly lifetimeMs: number | null,
    readonly scopes: string[],
  ) {}
  check = () => true;
  async run(model: Model, { companyId }: Real): Promise<void> {
    const expiresAt = this.lifetimeMs === null ? null : now() + this.lifetimeMs;
    const create = svc.admin.createApiKey({
      companyId,
      name: 'key',
      scopes: this.scopes,
      userName: '',
      expireTime: expiresAt === null ? undefined : new Date(expiresAt),
    });
    if (model.keys.filter(isActive).length >= MAX_ACTIVE_API_KEYS) {
      expect(await getErrorCode(create)).toBe('API_KEY_LIMIT');
      return;
    }
    const { key, value } = await create;
    model.keys.push({ id: key?.id as string, value, expiresAt, revoked: false, scopes: key?.scopes as string[] });
  }
  toString = () => `create(${this.lifetimeMs}, [${this.scopes}])`;
}

class Revoke implements fc.AsyncCommand<Model, Real> {
  constructor(readonly pick: number) {}
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run({ keys }: Model, { companyId }: Real): Promise<void> {
    const key = keys[this.pick % keys.length] as ModelKey;
    await svc.admin.revokeApiKey({ companyId, apiKeyId: key.id });
    key.revoked = true;
  }
  toString = () => `revoke(${this.pick})`;
}

class Use implements fc.AsyncCommand<Model, Real> {
  constructor(readonly pick: number) {}
  check = ({ keys }: Readonly<Model>) => keys.length > 0;
  async run({ keys }: Model, { funnelId }: Real): Promise<void> {
    const key = keys[this.pick % keys.length] as ModelKey;
    const request = { key: key.value, funnelId };
    expect(await getErrorCode(svc.readFunnel(request))).toBe(expectedUse(key, 'funnel.read'));
    expect(await getErrorCode(svc.resolve(request))).toBe(expectedUse(key, 'analysis.create'));
  }
  toString = () => `use(${this.pick})`;
}

class Wait implements fc.AsyncCommand<Model, Real> {
  constructor(readonly ms: number) {}
  check = () => true;
  async run(): Promise<void> {
    svc.clock.advance(this.ms);
  }
  toString = () => `wait(${this.ms})`;
}

it('any sequence of creates, revocations, uses and waits agrees with the rules of Company API Keys', async () => {
  const quiz = funnel({ published: { steps: [step(1)] } });
  const commands = fc.commands<Model, Real, false>(
    [
      fc
        .tuple(fc.option(fc.integer({ min: 1, max: 100 })), fc.subarray(['funnel.read', 'analysis.create']))
        .map(([lifetimeMs, scopes]) => new Create(lifetimeMs, scopes)),
      fc.nat(100).map((pick) => new Revoke(pick)),
      fc.nat(100).map((pick) => new Use(pick)),
      fc.integer({ min: 1, max: 60 }).map((ms) => new Wait(ms)),
    ],
    { maxCommands: 120, size: 'max' },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const { id, answer } = await svc.company({ funnels: [{ ...quiz, subdomain: funnel().subdomain }] });
      const { keys } = await svc.admin.listApiKeys({ companyId: id, pageSize: 1, pageToken: '' });
      await svc.admin.revokeApiKey({ companyId: id, apiKeyId: keys[0]?.id as string });
      const funnelId = Object.values(answer.funnels)[0]?.id as string;
      await fc.asyncModelRun(() => ({ model: { keys: [] }, real: { companyId: id, funnelId } }), sequence);
    }),
    { numRuns: 15 },
  );
});
