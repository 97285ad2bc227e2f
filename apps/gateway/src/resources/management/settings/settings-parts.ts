import { type Blueprint, DEFAULT_MATCHING } from '@svc/domain';
import { json as kitJson, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../../clients.js';
import { matchesEtag } from '../../../parse/if-none-match.js';
import { json, sendJson, toBuffer } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { ifMatch } from '../../../route/if-match.js';
import { type Route, route } from '../../../route/route.js';
import { COMPANY, company, FUNNEL, funnel, getCompany, management } from '../management.js';
import { readChanged } from '../read-changed.js';
import { describeLastChange } from './last-change.js';
import { assortmentPart, matchingPart, resultPagePart, setsPart } from './settings-part-schema.js';

/** Rules, tabs and sets with long lists of ids. */
const MAX_PART_BYTES = 2 * 1024 * 1024;

const etag = { ETag: 'Of this state, for If-Match.' };

/** A part of a company file that is read and changed alone. */
interface PartDefinition {
  readonly path: string;
  /** Key of the part in the file, and in bodies. */
  readonly key: 'assortment' | 'matching' | 'resultPage' | 'sets';
  readonly params: typeof company | typeof funnel;
  /** In operation ids and in the name of the schema. */
  readonly name: string;
  /** Completes "Read …" and "Replace …". */
  readonly what: string;
  readonly schema: typeof assortmentPart | typeof matchingPart | typeof resultPagePart | typeof setsPart;
  readonly example: unknown;
}

/**
 * GET and PUT of a part: an apply of a company file with nothing else, compared under the lock of the company with the state that the
 * caller has read.
 */
function createPartRoutes({ path, key, params, name, what, schema, example }: PartDefinition): Route[] {
  const body = { [key]: example };
  const read = route({
    ...management,
    method: 'GET',
    path,
    id: `get${name}Part`,
    permission: 'manage:funnel.read',
    summary: `Read ${what}`,
    description: 'In force, complete, as a company file has it.',
    params,
    answers: { 200: json('The part.', `${name}Part`, { part: body }, etag) },
    errors: ['NOT_FOUND'],
    handler:
      ({ clients }) =>
      async ({ params: owner }) => {
        const { content, headers } = await readPart(clients, owner, key);
        return sendJson(200, { [key]: content }, headers);
      },
  });
  const replace = route({
    ...management,
    method: 'PUT',
    path,
    id: `replace${name}Part`,
    permission: 'manage:funnel.publish',
    summary: `Replace ${what}`,
    description: 'Applies the part as a company file does; it is in force within two seconds, without a release.',
    params,
    headers: { 'if-match': ifMatch },
    body: jsonBody({
      schema,
      schemaId: `${name}Part`,
      examples: { part: body },
      refused: 'Nothing was changed',
      maxBytes: MAX_PART_BYTES,
    }),
    answers: {
      200: json(
        'The part as it is now.',
        `Changed${name}`,
        { part: { ...body, changed: [toPartName({ handle: 'glow', subdomain: 'beauty' }, key)], warnings: [] } },
        etag,
      ),
    },
    errors: ['INVALID_BLUEPRINT', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED', 'CONFLICT', 'NOT_FOUND'],
    handler:
      ({ clients }) =>
      async ({ params: owner, headers, body: given, ctx }) => {
        const before = await readPart(clients, owner, key);
        // Compared again by funnel-svc, under the company's lock.
        if (!matchesEtag(headers['if-match'], before.headers.ETag)) {
          ctx.set('ETag', before.headers.ETag);
          const { companyId } = await getCompany(clients, owner);
          const details = await describeLastChange(clients, {
            ...{ companyId, action: `funnel.publish/replace${name}Part`, part: toPartName(owner, key) },
            requestId: ctx.state.requestId,
          });
          throw new ServiceError(
            'PRECONDITION_FAILED',
            'This part has changed since it was read. Nothing was changed.',
            { details },
          );
        }
        const { body: answer } = await clients.funnelAdmin
          .applyBlueprint(
            {
              handle: owner.handle,
              blueprintJson: kitJson.encode(toFile(owner, given as Partial<Blueprint>)),
              partState: { part: toPartName(owner, key), fingerprint: before.fingerprint },
            },
            { timeoutMs: TIMEOUT_MS.apply },
          )
          .catch(pointIntoPart);
        ctx.state.audit?.add({ changed: readChanged(answer) });
        const { changed, warnings } = kitJson.decode<{
          changed: string[];
          warnings: { path: string; message: string }[];
        }>(answer);
        const after = await readPart(clients, owner, key);
        return sendJson(
          200,
          { [key]: after.content, changed, warnings: warnings.map((one) => ({ ...one, path: toPart(one.path) })) },
          after.headers,
        );
      },
  });
  return [read, replace];
}

/** The owner of a part: a company, or one of its funnels. */
type Owner = { handle: string; subdomain?: string };

const toPartName = ({ subdomain }: Owner, key: string): string =>
  key === 'sets' || subdomain === undefined ? key : `funnels/${subdomain}/${key}`;

const toFile = ({ subdomain }: Owner, part: Partial<Blueprint>): Blueprint =>
  subdomain === undefined ? part : { funnels: [{ subdomain, ...part }] };

/** `/funnels/0/matching/rules/2` → `/matching/rules/2`: the pointer into the body. */
const toPart = (path: string): string => path.replace(/^\/funnels\/0(?=\/|$)/, '');

function pointIntoPart(error: unknown): never {
  throw error instanceof ServiceError ? error.withPaths(toPart) : error;
}

async function readPart({ funnelAdmin }: Pick<Clients, 'funnelAdmin'>, owner: Owner, key: string) {
  const part = toPartName(owner, key);
  const { partJson, fingerprint } = await funnelAdmin.getSettingsPart({ handle: owner.handle, part });
  return { content: kitJson.decode<unknown>(toBuffer(partJson)), fingerprint, headers: { ETag: `"${fingerprint}"` } };
}

const matchingExample = {
  ...DEFAULT_MATCHING,
  rules: [
    {
      key: 'calm-redness',
      when: { step: 12, in: ['redness'] },
      then: { exclude: { tags: ['ingredient:retinol'], productIds: [], variantIds: [] } },
    },
  ],
};

/** Rules, tabs, sets and assortments, read and changed alone. docs/management.md "Matching settings in parts". */
export const settingsParts = [
  ...createPartRoutes({
    path: `${FUNNEL}/matching`,
    key: 'matching',
    params: funnel,
    name: 'Matching',
    what: 'the rules and matching settings of a funnel',
    schema: matchingPart,
    example: matchingExample,
  }),
  ...createPartRoutes({
    path: `${FUNNEL}/assortment`,
    key: 'assortment',
    params: funnel,
    name: 'Assortment',
    what: 'the assortment of a funnel',
    schema: assortmentPart,
    example: { tags: ['category:makeup'], productIds: [] },
  }),
  ...createPartRoutes({
    path: `${FUNNEL}/result-page`,
    key: 'resultPage',
    params: funnel,
    name: 'ResultPage',
    what: 'the result page of a funnel with its tabs',
    schema: resultPagePart,
    example: {
      enabled: true,
      tabs: [
        {
          key: 'CARE',
          name: { default: 'Care', de: 'Pflege' },
          description: null,
          maxItemsToShow: 4,
          enabled: true,
          select: { tags: ['category:care'], productIds: [], sets: [] },
        },
      ],
    },
  }),
  ...createPartRoutes({
    path: `${COMPANY}/sets`,
    key: 'sets',
    params: company,
    name: 'Sets',
    what: 'the fixed and dynamic sets of the company',
    schema: setsPart,
    example: [
      {
        key: 'duo',
        name: { default: 'Duo' },
        variantId: 'V9001',
        variants: [
          { id: 'V1007', quantity: 1 },
          { id: 'V2041', quantity: 1 },
        ],
        lift: 'all',
      },
    ],
  }),
];
