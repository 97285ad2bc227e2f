import { type LearningReport, liftSentence } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { BuildOutcome, type ModelSummary } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler, RouteContext } from '../../context.js';
import { parsePage } from '../../parse/pagination.js';
import { findFunnel } from '../../releases/funnel-history.js';
import { companyOf, subdomainOf } from './company-id.js';
import { isoTime, queryOf, sendJson, sendPage } from './send.js';
import { variantNames } from './variant-names.js';

type Deps = {
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'>;
  funnel: Pick<Clients['funnel'], 'getCompanyState' | 'getVersion'>;
  learning: Pick<Clients['learning'], 'buildModel' | 'listModels' | 'activateModel' | 'getLearningReport'>;
};

/** GET …/funnels/{subdomain}/models: newest first. */
export function listModels(deps: Deps): Handler {
  return async (ctx) => {
    const page = parsePage(queryOf(ctx));
    const { models, nextCursor } = await deps.learning.listModels({ ...(await funnelOf(deps, ctx)), ...page });
    sendPage(ctx, models.map(present), nextCursor);
  };
}

/** POST …/funnels/{subdomain}/models: builds a model now. 201 with a new one, 200 when none came of it. */
export function buildModel(deps: Deps): Handler {
  return async (ctx) => {
    const key = await funnelOf(deps, ctx);
    const { outcome, reason, model } = await deps.learning.buildModel(key, { timeoutMs: TIMEOUT_MS.build });
    sendJson(ctx, outcome === BuildOutcome.BUILD_OUTCOME_BUILT ? 201 : 200, {
      outcome: outcome.replace('BUILD_OUTCOME_', ''),
      reason: reason ?? null,
      model: model ? present(model) : null,
    });
  };
}

/** POST …/funnels/{subdomain}/models/{version}/activate: puts a model in force and pins it; `latest` takes the pin away. */
export function activateModel(deps: Deps): Handler {
  return async (ctx) => {
    const { version } = ctx.params as { version: string };
    const wanted = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
    if (wanted === undefined && version !== 'latest') {
      throw new ServiceError('NOT_FOUND', "No model with this number; give one of the list, or 'latest'.");
    }
    const key = await funnelOf(deps, ctx);
    const { model } = await deps.learning.activateModel({
      ...key,
      model: wanted === undefined ? { $case: 'latest', value: true } : { $case: 'version', value: wanted },
    });
    sendJson(ctx, 200, present(model as ModelSummary));
  };
}

/** GET …/funnels/{subdomain}/learning: what the model in force says, in the company's language. */
export function getLearningReport(
  deps: Deps & { catalogAdmin: Pick<Clients['catalogAdmin'], 'listProducts'> },
): Handler {
  return async (ctx) => {
    const key = await funnelOf(deps, ctx);
    const { reportJson } = await deps.learning.getLearningReport(key);
    const report = json.decode<LearningReport>(reportJson);
    const { lifts, popular, language } = report;
    const nameOf = await variantNames(
      deps,
      key.companyId,
      [...lifts, ...popular].map(({ variantId }) => variantId),
    );
    sendJson(ctx, 200, {
      ...report,
      lifts: lifts.map((lift) => {
        const name = nameOf(lift.variantId);
        return { ...lift, name, sentence: liftSentence(language, lift, name) };
      }),
      popular: popular.map((variant) => ({ ...variant, name: nameOf(variant.variantId) })),
    });
  };
}

async function funnelOf(deps: Deps, ctx: RouteContext): Promise<{ companyId: string; funnelId: string }> {
  const { companyId } = await companyOf(deps, ctx);
  const { funnelId } = await findFunnel(deps, companyId, subdomainOf(ctx));
  return { companyId, funnelId };
}

const present = ({ buildTime, ...model }: ModelSummary) => ({ ...model, builtAt: isoTime(buildTime) });
