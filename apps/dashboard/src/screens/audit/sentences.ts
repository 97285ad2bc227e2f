import type { operations } from '../../gen/api.js';
import type { TextKey } from '../../i18n/areas.js';

/** What an operation did, as a sentence. An operation without one is shown by its name. */
const SENTENCES: Partial<Record<keyof operations, TextKey>> = {
  acceptInvitation: 'audit.did.accept',
  activateModel: 'audit.did.activate-model',
  applyBlueprint: 'audit.did.apply-file',
  applyImport: 'audit.did.apply-import',
  beginTotp: 'audit.did.begin-factor',
  buildModel: 'audit.did.build-model',
  changeCompanySettings: 'audit.did.change-settings',
  changeExperiment: 'audit.did.change-test',
  changeFunnel: 'audit.did.change-funnel',
  changePassword: 'audit.did.change-password',
  changeRole: 'audit.did.change-role',
  changeTagging: 'audit.did.change-tagging',
  confirmPasswordReset: 'audit.did.set-password',
  confirmTotp: 'audit.did.set-factor',
  createApiKey: 'audit.did.create-key',
  createCompany: 'audit.did.create-company',
  createExperiment: 'audit.did.create-test',
  createFunnel: 'audit.did.create-funnel',
  createImport: 'audit.did.import',
  createInvitation: 'audit.did.invite',
  createManagementToken: 'audit.did.create-token',
  createRecoveryCodes: 'audit.did.recovery-codes',
  createResetLink: 'audit.did.reset-link',
  createUserResetLink: 'audit.did.reset-link',
  deleteChatTranscript: 'audit.did.erase-chat',
  deleteColumnMapping: 'audit.did.delete-mapping',
  deleteFeed: 'audit.did.delete-feed',
  deletePicture: 'audit.did.delete-picture',
  discardImport: 'audit.did.discard-import',
  duplicateFunnel: 'audit.did.copy-funnel',
  disconnectShop: 'audit.did.disconnect-shop',
  enableEndpoint: 'audit.did.enable-endpoint',
  eraseAnalysesByEmail: 'audit.did.erase-by-email',
  eraseAnalysis: 'audit.did.erase',
  eraseUser: 'audit.did.erase-user',
  exportAudit: 'audit.did.export-audit',
  exportExperimentResults: 'audit.did.export-insight',
  exportInsightAnswers: 'audit.did.export-insight',
  exportInsightMatches: 'audit.did.export-insight',
  exportInsightOverview: 'audit.did.export-insight',
  exportInsightSources: 'audit.did.export-insight',
  exportInsightSteps: 'audit.did.export-insight',
  exportPlatformAudit: 'audit.did.export-audit',
  exportRevenue: 'audit.did.export-insight',
  getBlueprint: 'audit.did.export-file',
  getChatTranscript: 'audit.did.read-chat',
  getDelivery: 'audit.did.read-delivery',
  getRejectedRows: 'audit.did.export-rejected',
  installShop: 'audit.did.connect-shop',
  invitePlatformAdmin: 'audit.did.invite-platform',
  publishDraft: 'audit.did.publish',
  reauthenticate: 'audit.did.confirm',
  redeliver: 'audit.did.redeliver',
  releaseFunnel: 'audit.did.publish',
  removeMember: 'audit.did.remove-member',
  removeTotp: 'audit.did.remove-factor',
  renameTag: 'audit.did.rename-tag',
  requestPasswordReset: 'audit.did.ask-password',
  resendInvitation: 'audit.did.resend',
  resendPlatformInvitation: 'audit.did.resend',
  restoreRelease: 'audit.did.roll-back-funnel',
  revokeApiKey: 'audit.did.revoke-key',
  revokeInvitation: 'audit.did.revoke-invitation',
  revokeManagementToken: 'audit.did.revoke-token',
  revokeOtherSessions: 'audit.did.end-sessions',
  revokePlatformInvitation: 'audit.did.revoke-invitation',
  revokeSession: 'audit.did.end-session',
  rollbackFunnel: 'audit.did.roll-back-funnel',
  rollbackSettings: 'audit.did.roll-back-settings',
  setColumnMapping: 'audit.did.set-mapping',
  setFeed: 'audit.did.set-feed',
  setPolicy: 'audit.did.set-policy',
  signIn: 'audit.did.sign-in',
  signOut: 'audit.did.sign-out',
  startExperiment: 'audit.did.start-test',
  stopExperiment: 'audit.did.stop-test',
  syncCatalog: 'audit.did.sync',
  syncShop: 'audit.did.sync',
  testWebhook: 'audit.did.test-webhook',
  undoTagRename: 'audit.did.undo-rename',
  updateMe: 'audit.did.change-account',
  updateUser: 'audit.did.change-user',
  uploadPicture: 'audit.did.upload-picture',
  verifySecondFactor: 'audit.did.second-factor',
};

/** An action is a permission and an operation: `funnel.publish/publishDraft`. */
const getOperation = (action: string): string => action.slice(action.indexOf('/') + 1);

export const findSentence = (action: string): TextKey | undefined =>
  SENTENCES[getOperation(action) as keyof operations];

/** Where the object of an action is shown; undefined: nowhere. */
export function findScreen(action: string, targets: Readonly<Record<string, string>>): string | undefined {
  const [permission = ''] = action.split('/');
  if (permission === 'key.manage') return 'settings/developer';
  if (getOperation(action) === 'setPolicy') return 'settings/security';
  if (permission.startsWith('member.') || getOperation(action) === 'acceptInvitation') return 'settings/people';
  if (permission.startsWith('delivery.') && targets.deliveryId) return `settings/webhooks/${targets.deliveryId}`;
  if (getOperation(action) === 'enableEndpoint' || getOperation(action) === 'testWebhook') return 'settings/webhooks';
  return getOperation(action) === 'changeCompanySettings' ? 'settings/company' : undefined;
}

/** The same in the log of the platform: an absolute path. */
export function findPlatformScreen(action: string): string | undefined {
  if (getOperation(action) === 'createCompany') return '/platform/companies';
  return action.startsWith('user.manage/') && !action.endsWith('Audit') ? '/platform/users' : undefined;
}
