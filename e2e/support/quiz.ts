import { expect } from 'vitest';
import { type Answer, repeatIfStarved, repeatWhileUnavailable, send } from './http.js';
import type { Launched } from './processes.js';
import { admin } from './services.js';

/** What the tests need of a started system. */
export interface System extends Pick<Launched, 'origin' | 'platformToken'> {
  /** No test stops a part of it: requests that it has no processor for in time are repeated. */
  isWhole?: boolean;
}

export interface VariantNotes {
  tags?: string[];
  /** Tags of its product. */
  productTags?: string[];
  /** Default: a product of its own, `P-<id>`. */
  product?: string;
  available?: boolean;
}

/** A catalog in the order of the keys: `{ V1: ['skin:dry'], V2: { tags: [], product: 'P1' } }`. */
export function buildCatalog(variants: Record<string, string[] | VariantNotes>) {
  const products = new Map<string, { shopSystemId: string; name: string; tags: string[]; variants: object[] }>();
  for (const [id, given] of Object.entries(variants)) {
    const notes = Array.isArray(given) ? { tags: given } : given;
    const productId = notes.product ?? `P-${id}`;
    const product = products.get(productId) ?? { shopSystemId: productId, name: productId, tags: [], variants: [] };
    product.tags.push(...(notes.productTags ?? []));
    product.variants.push({ shopSystemId: id, name: id, available: notes.available ?? true, tags: notes.tags ?? [] });
    products.set(productId, product);
  }
  return { products: [...products.values()] };
}

type OptionTags = Partial<Record<'require' | 'prefer' | 'avoid', string[]>>;

/** A custom step: `question(1, { dry: { prefer: ['skin:dry'] }, oily: {} })`. */
export function question(id: number, options: Record<string, OptionTags>, more: object = {}) {
  return {
    id,
    type: 'SINGLE_SELECTION',
    orderNumber: id,
    title: `Question ${id}`,
    selections: Object.entries(options).map(([key, tags], orderNumber) => ({
      key,
      orderNumber,
      caption: key,
      tags: { require: [], prefer: [], avoid: [], ...tags },
    })),
    ...more,
  };
}

/** A built-in step with the options of its enum. */
export const builtIn = (id: number, type: string) => ({ id, type, orderNumber: id, title: type });

/** Rows of `selectionValues`: `picks({ 1: 'dry', 2: ['a', 'b'] })`. */
export const picks = (chosen: Record<number, string | string[]>) => ({
  selectionValues: Object.entries(chosen).flatMap(([stepId, keys]) =>
    [keys].flat().map((selectedKey) => ({ stepId: Number(stepId), selectedKey })),
  ),
});

export type Quiz = Awaited<ReturnType<typeof createQuiz>>;

/** Makes a company with one funnel and answers what a shop's server does with it. The sub-domain is the handle. */
export async function createQuiz(
  system: System,
  handle: string,
  given: {
    catalog?: object;
    steps?: object[];
    matching?: object;
    resultPage?: object;
    assortment?: object;
    company?: object;
  },
) {
  const management = admin(system.origin, system.platformToken);
  const { catalog = buildCatalog({}), steps = [], company = {}, ...funnel } = given;
  const ask = (request: () => Promise<Answer>) => (system.isWhole ? repeatIfStarved(request) : request());
  const apply = (blueprint: object) => ask(() => management.apply(handle, blueprint));
  const blueprint = {
    catalog,
    funnels: [{ subdomain: handle, name: handle, ...funnel, published: { steps } }],
    ...company,
  };
  const applied = await management.establish(handle, blueprint);
  expect(applied.status, applied.text).toBe(200);
  const funnelId = applied.body.funnels[handle].id as string;
  const authorization = `Bearer ${await management.createKey(handle)}`;

  const create = async (answers: object = {}, headers: Record<string, string> = {}) => {
    const body = { funnelId, ...answers };
    return ask(() => send(system.origin, '/api/v1/analyses', { headers: { authorization, ...headers }, body }));
  };
  const matches = (analysisId: string, query = '') =>
    ask(() => send(system.origin, `/api/v1/analyses/${analysisId}/matches${query}`));

  return {
    funnelId,
    authorization,
    versionId: applied.body.funnels[handle].published.id as string,
    apply,
    /** Applies keys of the one funnel, everything else left alone. */
    applyFunnel: (keys: object) => apply({ funnels: [{ subdomain: handle, ...keys }] }),
    call: (method: string, path: string, body?: unknown, type?: string) =>
      ask(() => management.call(method, `/companies/${handle}${path}`, body, type)),
    create,
    matches,
    read: (query = '') =>
      ask(() => send(system.origin, `/api/v1/funnels/${funnelId}${query}`, { headers: { authorization } })),
    /** Stores the answers and answers the matched variants. */
    async match(answers: object = {}, query = ''): Promise<string[]> {
      const { body } = await repeatWhileUnavailable(() => create(answers));
      const answer = await repeatWhileUnavailable(() => matches(body.id, query));
      expect(answer.status, answer.text).toBe(200);
      return answer.body.matchedVariants;
    },
  };
}

/** A rule of the SRL: `rule('teens', { exclude: { tags: [] } }, { when })`. */
export function rule(key: string, consequence: object, more: { when?: object; from?: string; until?: string } = {}) {
  return { key, ...more, then: consequence };
}
