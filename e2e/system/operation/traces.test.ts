import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { type ReceivedSpan, startOtlpReceiver } from '../../support/otlp-receiver.js';
import { launch } from '../../support/processes.js';
import { admin, startCluster } from '../../support/services.js';

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

/** The same system as processes of their own, and in one process as `npm start` runs it. */
const SYSTEMS = {
  'gRPC between processes': async (environment: Record<string, string>) => {
    const cluster = await startCluster({ replicas: 1, environment });
    const origin = cluster.gateways[0]?.origin as string;
    return { origin, platformToken: cluster.platformToken, stop: () => cluster.stop() };
  },
  'calls inside one process': async (environment: Record<string, string>) => {
    const { origin, platformToken, stop } = await launch({
      DEMO: 'false',
      RPC_TRANSPORT: 'in-process',
      ...environment,
    });
    return { origin, platformToken, stop: () => stop() };
  },
};

describe.each(Object.entries(SYSTEMS))('traces, %s (docs/operations.md "Traces")', (_name, start) => {
  let receiver: Receiver;
  let system: Awaited<ReturnType<typeof start>>;
  let analysisId: string;
  let key: string;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    system = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_TRACES_SAMPLER_ARG: '1' });
    const management = admin(system.origin, system.platformToken);
    let funnelId: string | undefined;
    await until('the company is applied', async () => {
      const { status, body } = await management.apply('traced', contractCompany());
      funnelId = body?.funnels?.all.id;
      return status === 200;
    });
    key = await management.createKey('traced');
    const headers = { authorization: `Bearer ${key}` };
    const body = { funnelId, ...COMPLETE };
    const { origin } = system;
    const created = await repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body }));
    analysisId = created.body.id;
    const match = await repeatWhileUnavailable(() => send(origin, `/api/v1/analyses/${analysisId}/matches`));
    expect(match.status, match.text).toBe(200);
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  /** Waits until the collector has a chain of spans, each the parent of the next; a pattern stands for a name. */
  const expectChain = (...names: RegExp[]) =>
    expect.poll(() => findChain(receiver.spans, names), { timeout: 50_000 }).toHaveLength(names.length);

  it('a create is one trace from the gateway over analysis-svc and funnel-svc to PostgreSQL', async () => {
    await expectChain(
      /^HTTP POST \/api\/v1\/analyses$/,
      /AnalysisService\/CreateAnalysis$/,
      /AnalysisService\/CreateAnalysis$/,
      /FunnelService\/ResolveSubmission$/,
      /FunnelService\/ResolveSubmission$/,
      /^[a-z-]+$/,
    );
    await expectChain(/^HTTP POST/, /CreateAnalysis$/, /CreateAnalysis$/, /^insert-analysis/);
  });

  it('a match is one trace from the gateway over analysis-svc and matcher-svc to PostgreSQL', async () => {
    const route = /^HTTP GET \/api\/v1\/analyses\/:analysisId\/matches$/;
    await expectChain(route, /AnalysisService\/GetMatchingInput$/, /AnalysisService\/GetMatchingInput$/, /^[a-z-]+$/);
    await expectChain(route, /MatcherService\/MatchVariants$/, /MatcherService\/MatchVariants$/);
  });

  it('no name has an id or a key in it', () => {
    expect(receiver.spans.length).toBeGreaterThan(10);
    for (const { name } of receiver.spans) for (const secret of [analysisId, key]) expect(name).not.toContain(secret);
  });
});

/** A chain of spans of one trace that begins with its first span. */
function findChain(spans: readonly ReceivedSpan[], [first, ...others]: readonly RegExp[]): ReceivedSpan[] {
  const roots = spans.filter(({ name, parentId }) => parentId === '' && first?.test(name));
  for (const root of roots) {
    const chain = extend(spans, [root], others);
    if (chain) return chain;
  }
  return [];
}

function extend(
  spans: readonly ReceivedSpan[],
  chain: ReceivedSpan[],
  names: readonly RegExp[],
): ReceivedSpan[] | undefined {
  const [next, ...others] = names;
  if (!next) return chain;
  const parent = chain.at(-1) as ReceivedSpan;
  for (const span of spans) {
    if (span.parentId !== parent.spanId || span.traceId !== parent.traceId || !next.test(span.name)) continue;
    const longer = extend(spans, [...chain, span], others);
    if (longer) return longer;
  }
  return undefined;
}
