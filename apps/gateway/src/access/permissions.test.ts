import { readFileSync } from 'node:fs';
import { ROLES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { getManagementPermission } from '../route/permission.js';
import { documentedRoutes } from '../router.js';
import { hasPermission, type ManagementPermission, needsFreshSignIn, PERMISSIONS } from './permissions.js';

const page = readFileSync(new URL('../../../../docs/identity.md', import.meta.url), 'utf8');
const ROW = /^\| `([a-z]+\.[a-z]+)` \| (\S+) \| (\S+) \| (\S+) \| (yes|–) \|/gm;
const CELLS: Record<string, string> = { yes: 'always', '–': 'never' };

type May = typeof hasPermission;
type IsFresh = typeof needsFreshSignIn;
const NAMES = Object.keys(PERMISSIONS) as ManagementPermission[];
const POLICIES = ['mayInvite', 'editorsMayPublish'] as const;
const OFF = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };

/** The rows of the table in docs/identity.md I9. */
const expected = [...page.matchAll(ROW)].map(([, name, ...cells]) => [
  name,
  ...cells.slice(0, 3).map((cell) => CELLS[cell] ?? cell.replaceAll('`', '')),
  cells[3] === 'yes',
]);

const toRows = (may: May, isFresh: IsFresh) =>
  NAMES.map((name) => [
    name,
    ...ROLES.map((role) => {
      if (may(name, role, OFF)) return 'always';
      return POLICIES.find((policy) => may(name, role, { ...OFF, [policy]: true })) ?? 'never';
    }),
    isFresh(name),
  ]);

/** Ids of management routes without a permission of the matrix, and of others that have one. */
const findMisplaced = (routes: readonly { id: string; path: string; permission: string }[]): string[] =>
  routes
    .filter(({ path, permission }) => path.startsWith('/api/admin/') !== permission.startsWith('manage:'))
    .map(({ id }) => id);

describe('the matrix of permissions', () => {
  it('is the table of docs/identity.md I9', () => {
    expect(toRows(hasPermission, needsFreshSignIn)).toEqual(expected);
  });

  it('a permission that a role gains or loses, and a fresh sign-in that is no longer required, are noticed', () => {
    for (const changed of NAMES) {
      for (const of of ROLES) {
        const may: May = (name, role, policy) =>
          (name === changed && role === of) !== hasPermission(name, role, policy);
        expect(toRows(may, needsFreshSignIn)).not.toEqual(expected);
      }
      const isFresh: IsFresh = (name) => (name === changed) !== needsFreshSignIn(name);
      expect(toRows(hasPermission, isFresh)).not.toEqual(expected);
    }
  });

  it('every route below /api/admin requires one of its permissions, and no other route does (docs/identity.md I9)', () => {
    expect(findMisplaced(documentedRoutes)).toEqual([]);
  });

  it('a new management route without a permission, and a permission of the matrix elsewhere, are noticed', () => {
    const added = [
      { id: 'forgotten', path: '/api/admin/v1/companies/{handle}/new', permission: 'none' },
      { id: 'signedIn', path: '/api/admin/v1/new', permission: 'session' },
      { id: 'misplaced', path: '/api/v1/new', permission: 'manage:funnel.read' },
    ];
    expect(findMisplaced([...documentedRoutes, ...added])).toEqual(['forgotten', 'signedIn', 'misplaced']);
  });

  it('every route is listed below with the permission that it requires, so that no change of it goes unnoticed', () => {
    const found = documentedRoutes.flatMap(({ id, permission }) => {
      const required = getManagementPermission(permission);
      return required === undefined ? [] : [[id, required] as const];
    });
    const listed = Object.entries(ROUTES).flatMap(([required, ids]) => ids.split(' ').map((id) => [id, required]));
    const sort = (rows: readonly (readonly (string | undefined)[])[]) => rows.map((row) => row.join(' ')).sort();
    expect(sort(found)).toEqual(sort(listed));
  });
});

/** Which permission each route requires; a new route is added here. */
const ROUTES: Partial<Record<ManagementPermission, string>> = {
  'company.list': 'listCompanies',
  'platform.read': 'getPlatformHealth',
  'company.create': 'createCompany',
  'user.manage':
    'invitePlatformAdmin listPlatformInvitations resendPlatformInvitation revokePlatformInvitation ' +
    'listUsers updateUser eraseUser createUserResetLink listPlatformAuditEntries exportPlatformAudit ' +
    'verifyPlatformAudit',
  'member.invite': 'createInvitation resendInvitation revokeInvitation',
  'member.manage':
    'listInvitations listMembers changeRole removeMember createResetLink getPolicy setPolicy countSessions',
  'key.manage': 'createApiKey listApiKeys revokeApiKey changeWebhookSecret',
  'token.manage': 'createManagementToken listManagementTokens revokeManagementToken',
  'settings.read':
    'getCompanySettings listSettingsVersions getSettingsVersion getShop getCatalogSources listAdministrators',
  'settings.write': 'changeCompanySettings rollbackSettings',
  'integration.write': 'setFeed deleteFeed installShop disconnectShop enableEndpoint',
  'delivery.read': 'listDeliveries getDelivery listEndpoints',
  'delivery.redeliver': 'redeliver testWebhook redeliverPeriod',
  'funnel.read':
    'listFunnels listFunnelTemplates listVersions getVersion getFunnelEdit renderFunnel getMatchingPart ' +
    'getAssortmentPart getResultPagePart getSetsPart listPictures diffFunnel listReleases',
  'funnel.check': 'checkFunnel replayFunnel probeFunnel previewMatch getRuleEffects getResultPageEffect',
  'funnel.edit':
    'createFunnel duplicateFunnel saveFunnelEdit discardFunnelEdit createDraftFromEdit reportPresence deletePicture uploadPicture',
  'funnel.publish':
    'changeFunnel publishDraft renameTag undoTagRename rollbackFunnel buildModel activateModel replaceMatchingPart ' +
    'replaceAssortmentPart replaceResultPagePart replaceSetsPart releaseFunnel restoreRelease',
  'catalog.read':
    'getTagMatrix listTagUsage listImports getImport getImportChanges listImportFunnels getRejectedRows getFeed listProducts listTags ' +
    'getColumnMapping',
  'catalog.import': 'createImport applyImport discardImport syncCatalog setColumnMapping deleteColumnMapping syncShop',
  'tagging.write': 'changeTagging',
  'insight.read':
    'getLearningReport listModels getInsightOverview getInsightSteps getInsightSources getRevenue ' +
    'getInsightAnswers getInsightMatches getInsightHours ' +
    'listExperiments getExperiment getExperimentResults',
  'insight.export':
    'exportInsightOverview exportInsightSteps exportInsightSources exportRevenue exportExperimentResults ' +
    'exportInsightAnswers exportInsightMatches',
  'experiment.write': 'createExperiment changeExperiment startExperiment stopExperiment',
  'analysis.read': 'getAnalysis explainAnalysis',
  'analysis.erase': 'eraseAnalysesByEmail eraseAnalysis',
  'conversation.read': 'listChatTranscripts getChatTranscript listUnansweredQuestions',
  'conversation.erase': 'deleteChatTranscript',
  'audit.read': 'listAuditEntries exportAudit verifyAudit',
  'blueprint.write': 'applyBlueprint getBlueprint',
};
