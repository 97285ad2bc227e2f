import { YAML_TYPES } from '../schemas/parse-blueprint.js';
import {
  admin,
  BODY_ERRORS,
  COMPANY,
  COMPANY_ERRORS,
  handle,
  list,
  paging,
  path,
  subdomain,
} from './admin-operation.js';
import { appliedExample, VERSION_ID } from './examples.js';
import { type Content, jsonContent, type Operation } from './operation.js';
import {
  replayReportExample,
  replayRequestExample,
  replayRequestYaml,
  settingsExample,
  settingsVersionExample,
  settingsYaml,
} from './release-examples.js';
import { ref } from './schemas.js';

const replayYaml: Content = Object.fromEntries(
  YAML_TYPES.map((type) => [type, { schema: ref('ReplayRequest'), examples: { rule: { value: replayRequestYaml } } }]),
);

const settingsContent: Content = {
  ...jsonContent('Blueprint', { settings: settingsExample }),
  ...Object.fromEntries(
    YAML_TYPES.map((type) => [type, { schema: ref('Blueprint'), examples: { settings: { value: settingsYaml } } }]),
  ),
};

/** Release safety: replay before release, and rollback. */
export const releaseOperations: Operation[] = [
  admin({
    method: 'post',
    path: `${COMPANY}/funnels/{subdomain}/replay`,
    id: 'replayFunnel',
    summary: 'What a change would do to the newest analyses',
    description:
      'Matches stored analyses with what is in force and with a draft of settings, tagging, tabs or steps in its place, and ' +
      'reports what would change. Nothing is stored. Two run at a time in each matching process; a further one is 503 with Retry-After.',
    parameters: [handle, subdomain],
    request: {
      required: true,
      content: { ...jsonContent('ReplayRequest', { rule: replayRequestExample }), ...replayYaml },
    },
    success: {
      200: { description: 'The report.', content: jsonContent('ReplayReport', { report: replayReportExample }) },
    },
    errors: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'VERSION_NOT_FOUND',
      'FUNNEL_NOT_PUBLISHED',
      'MATCHER_FAILURE',
      ...BODY_ERRORS,
      ...COMPANY_ERRORS,
    ],
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/funnels/{subdomain}/rollback`,
    id: 'rollbackFunnel',
    summary: 'Publish an earlier version again',
    description:
      'Publishes the steps of a version that was published earlier as a new version. Answers given since migrate back: where ' +
      'a later version renamed an option or replaced a step, the earlier one lists it as a former one.',
    parameters: [handle, subdomain],
    request: { required: true, content: jsonContent('FunnelRollbackRequest', { number: { number: 3 } }) },
    success: {
      200: {
        description: 'In force.',
        content: jsonContent('FunnelRolledBack', {
          published: {
            id: '2nRk7YbQw9sXcV5tLm0PzE',
            number: 5,
            rolledBackTo: { id: VERSION_ID, number: 3 },
            changed: true,
            warnings: [],
          },
        }),
      },
    },
    errors: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'INVALID_BLUEPRINT',
      'VERSION_NOT_FOUND',
      'CONFLICT',
      ...BODY_ERRORS,
      ...COMPANY_ERRORS,
    ],
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/settings/versions`,
    id: 'listSettingsVersions',
    summary: 'Versions of tagging, sets and matching settings, newest first',
    description: 'Every apply that changes any of them makes a version. The newest 200 are kept.',
    parameters: [handle, ...paging],
    success: list('SettingsVersionPage', settingsVersionExample),
    errors: ['INVALID_QUERY', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'get',
    path: `${COMPANY}/settings/versions/{version}`,
    id: 'getSettingsVersion',
    summary: 'What a version of the settings held',
    description:
      'As a company file that says nothing else: it can be compared, replayed and applied. YAML when Accept asks for it.',
    parameters: [handle, path('version', 'Version of the settings.', '40')],
    success: { 200: { description: 'The settings.', content: settingsContent } },
    errors: ['INVALID_BLUEPRINT', ...COMPANY_ERRORS],
  }),
  admin({
    method: 'post',
    path: `${COMPANY}/settings/rollback`,
    id: 'rollbackSettings',
    summary: 'Bring earlier settings back',
    description:
      'Gives tagging, sets, assortments, matching settings and result pages, or the named parts, the values of an earlier ' +
      'version, by an ordinary apply: all checks run, and what is in force then is a new version. Paths of details name the parts.',
    parameters: [handle],
    request: {
      required: true,
      content: jsonContent('SettingsRollbackRequest', {
        all: { version: 40 },
        parts: { version: 40, parts: ['tagging', 'funnels/beauty/matching'] },
      }),
    },
    success: {
      200: {
        description: 'As apply answers.',
        content: jsonContent('Applied', { applied: { ...appliedExample, changed: ['funnels/beauty/matching'] } }),
      },
    },
    errors: [
      'INVALID_JSON',
      'INVALID_REQUEST',
      'INVALID_BLUEPRINT',
      'VERSION_NOT_FOUND',
      'CONFLICT',
      ...BODY_ERRORS,
      ...COMPANY_ERRORS,
    ],
  }),
];
