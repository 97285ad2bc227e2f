export const texts = {
  'reset.title': 'New password',
  'reset.text': 'We send you a link that sets a new password.',
  'reset.request': 'Send the link',
  'reset.sent':
    'If there is an account for this address, a mail is on its way. If none arrives, ask an administrator of your company for a link.',
  'reset.action': 'Set the password',
  'reset.done': 'The password is set. Sign in with it.',

  'invite.title': 'Invitation',
  'invite.to': 'Invitation to {company}',
  'invite.platform': 'the platform',
  'invite.no-token':
    'This address is no link of an invitation, or not the whole link. Open the link again, or ask for a new invitation.',
  'invite.ended': 'This invitation was used, was revoked or has expired. Ask for a new one.',
  'invite.text': '{inviter} invites {email}. Your role: {role}.',
  'invite.join-new': 'Create the account and join',
  'invite.join': 'Join',
  'invite.sign-in': 'This address has an account. Sign in to accept the invitation.',
  'invite.other-account': 'You are signed in as {email}. The invitation is for {wanted}.',
  'invite.switch': 'Switch accounts',
};
