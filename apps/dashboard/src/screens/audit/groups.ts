/** Groups of actions, by the permission that their names begin with. */
export const GROUPS_OF_COMPANIES = [
  { value: 'analysis.erase', label: 'audit.group.erasure' },
  { value: 'audit.read', label: 'audit.group.audit' },
  { value: 'blueprint.write', label: 'audit.group.file' },
  { value: 'catalog.import', label: 'audit.group.import' },
  { value: 'conversation.erase', label: 'audit.group.conversation-erasure' },
  { value: 'conversation.read', label: 'audit.group.conversation' },
  { value: 'delivery.read', label: 'audit.group.delivery-read' },
  { value: 'delivery.redeliver', label: 'audit.group.delivery' },
  { value: 'funnel.publish', label: 'audit.group.publish' },
  { value: 'integration.write', label: 'audit.group.integration' },
  { value: 'key.manage', label: 'audit.group.key' },
  { value: 'member.invite', label: 'audit.group.invitation' },
  { value: 'member.manage', label: 'audit.group.member' },
  { value: 'settings.write', label: 'audit.group.settings' },
  { value: 'token.manage', label: 'audit.group.token' },
] as const;

/** What concerns no company. docs/identity.md I11.3. */
export const GROUPS_OF_THE_PLATFORM = [
  { value: 'account', label: 'audit.group.account' },
  { value: 'company.create', label: 'audit.group.company' },
  { value: 'user.manage', label: 'audit.group.user' },
] as const;
