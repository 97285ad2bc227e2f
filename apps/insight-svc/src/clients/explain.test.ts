import { createGrpcServer, createLogger, ServiceError, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import {
  AnalysisServiceService,
  MatchExplanation,
  MatcherAdminServiceService,
  MatcherServiceService,
  MatchingInput,
} from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { createExplainClient } from './explain.js';

const { getMatchingInput } = AnalysisServiceService;
const { matchVariants } = MatcherServiceService;
const { explainMatch } = MatcherAdminServiceService;
const EXPLAINED = MatchExplanation.fromPartial({
  variants: [{ variantId: 'V1', tabs: ['FACE'], pin: { rule: 'first' }, score: { boosts: [{ rule: 'spring' }] } }],
});

let stop = async () => {};
afterEach(() => stop());

/** One server as both services; each given error is that of its method. */
async function start(errors: { analysis?: ServiceError; match?: ServiceError; explain?: ServiceError } = {}) {
  const asked: string[][] = [];
  const server = createGrpcServer({
    log: createLogger({ name: 'fake', level: 'silent' }),
    graceMs: 100,
    services: [
      service(
        { getMatchingInput },
        {
          async getMatchingInput() {
            if (errors.analysis) throw errors.analysis;
            return { input: MatchingInput.fromPartial({ companyId: 'company-1' }) };
          },
        },
      ),
      service(
        { matchVariants },
        {
          async matchVariants() {
            if (errors.match) throw errors.match;
            return { body: Buffer.from('{"matchedVariants":["V1"]}'), state: 's' };
          },
        },
      ),
      service(
        { explainMatch },
        {
          async explainMatch({ variantIds }) {
            if (errors.explain) throw errors.explain;
            asked.push(variantIds);
            return { explanation: EXPLAINED };
          },
        },
      ),
    ],
  });
  const address = await server.listen(inProcessHost(), 0);
  const client = createExplainClient({ analysis: address, matcher: address });
  stop = async () => {
    client.close();
    await server.stop();
  };
  return { explain: () => client.explain('a', ['V1', 'V2']), asked };
}

describe('the explanation of a match (docs/insight.md N6.7)', () => {
  it('is asked for of the variants that are in the match', async () => {
    const { explain, asked } = await start();
    expect(await explain()).toEqual(new Map([['V1', { tabs: ['FACE'], rules: ['first', 'spring'] }]]));
    expect(asked).toEqual([['V1']]);
  });

  it.each([
    ['the analysis is gone', { analysis: new ServiceError('NOT_FOUND', 'x') }],
    ['its match has too many variants', { match: new ServiceError('MATCHING_SCOPE_TOO_LARGE', 'x') }],
  ])('is not to be known where %s', async (_, errors) => {
    const { explain } = await start(errors);
    expect(await explain()).toBeUndefined();
  });

  it('may be known later where a service does not answer', async () => {
    const { explain } = await start({ explain: new ServiceError('MATCHER_FAILURE', 'x') });
    await expect(explain()).rejects.toMatchObject({ code: 'MATCHER_FAILURE' });
  });
});
