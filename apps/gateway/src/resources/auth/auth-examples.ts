export const userExample = {
  id: '4fKq2mVx8LwZ0cTn7RbY1s',
  email: 'ada@glow.example',
  name: 'Ada Lovelace',
  locale: 'en',
  hasSecondFactor: true,
  createdAt: '2026-11-21T10:00:00.000Z',
  lastSignInAt: '2026-11-21T11:59:00.000Z',
};

export const meExample = {
  user: userExample,
  memberships: [
    { handle: 'glow', name: 'Glow Cosmetics', role: 'ANALYST', permissions: ['funnel.read', 'insight.read'] },
  ],
  platformAdmin: false,
  freshUntil: '2026-11-21T12:09:00.000Z',
  mustEnroll: false,
};

export const sessionExample = {
  id: '6hMs4oXz0NyB2eVp9TdA3u',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  network: '203.0.113.0/24',
  createdAt: '2026-11-21T10:00:00.000Z',
  lastSeenAt: '2026-11-21T11:59:00.000Z',
  isCurrent: true,
};

export const shownInvitationExample = {
  invitationId: '5gLr3nWy9MxA1dUo8ScZ2t',
  company: 'Glow Cosmetics',
  role: 'ADMIN',
  email: 'ada@glow.example',
  inviter: 'Grace Hopper',
  state: 'PENDING',
  hasAccount: false,
};
