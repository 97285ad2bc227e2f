import { shownInvitationExample, userExample } from '../../auth/auth-examples.js';

export const invitationExample = {
  id: shownInvitationExample.invitationId,
  email: 'ada@glow.example',
  role: 'ADMIN',
  state: 'PENDING',
  inviter: 'Grace Hopper',
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2026-11-28T10:00:00.000Z',
  sentCount: 1,
};

export const createdInvitationExample = {
  id: invitationExample.id,
  expiresAt: invitationExample.expiresAt,
  link: 'https://dashboard.svc.example/invite#…',
};

export const memberExample = { ...userExample, role: 'EDITOR', memberSince: '2026-11-21T10:00:00.000Z' };
export const platformUserExample = { ...userExample, state: 'ACTIVE', platformAdmin: false };
export const policyExample = { mayInvite: false, requireTwoFactor: true, editorsMayPublish: false };
