import { ServiceError } from '@svc/kit';
import { toIsoTime } from '../../../messages/iso-time.js';
import { page, sendPage } from '../../../route/answer.js';
import { type Parameter, paging, toPage } from '../../../route/parameter.js';
import { route } from '../../../route/route.js';
import { jsonOrYaml, sendBlueprint } from '../documents/blueprint-content.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { settingsExample, settingsVersionExample, settingsYaml } from '../releases/release-examples.js';
import { rollbackSettings } from '../releases/rollback-settings.js';

const listSettingsVersions = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/settings/versions`,
  id: 'listSettingsVersions',
  permission: 'manage:settings.read',
  summary: 'Versions of tagging, sets and matching settings, newest first',
  description: 'Every apply that changes any of them makes a version. The newest 200 are kept.',
  params: company,
  query: paging,
  answers: { 200: page('SettingsVersionPage', settingsVersionExample) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, query }) => {
      const { companyId } = await getCompany(clients, params);
      const { versions, nextPageToken } = await clients.releases.listSettingsVersions({ companyId, ...toPage(query) });
      const data = versions.map(({ version, createTime, changed, inForce }) => ({
        version,
        createdAt: toIsoTime(createTime),
        changed,
        inForce,
      }));
      return sendPage(data, nextPageToken);
    },
});

const version: Parameter<number> = {
  description: 'Version of the settings.',
  example: '40',
  read: ([value = '']) => {
    if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
    throw new ServiceError('NOT_FOUND', 'The settings have no such version.');
  },
};

const getSettingsVersion = route({
  ...management,
  method: 'GET',
  path: `${COMPANY}/settings/versions/{version}`,
  id: 'getSettingsVersion',
  permission: 'manage:settings.read',
  summary: 'The settings of a version',
  description:
    'As a company file without anything else: it can be compared, replayed and applied. YAML if Accept prefers it.',
  params: { ...company, version },
  answers: {
    200: {
      description: 'The settings.',
      content: jsonOrYaml('Blueprint', 'settings', settingsExample, settingsYaml),
    },
  },
  errors: ['INVALID_BLUEPRINT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const request = { companyId, version: params.version };
      const { blueprintJson } = await clients.releases.getSettingsVersion(request);
      return sendBlueprint(ctx, blueprintJson);
    },
});

/** Tagging, sets and the matching settings of funnels, and their earlier versions. */
export const settings = [listSettingsVersions, getSettingsVersion, rollbackSettings];
