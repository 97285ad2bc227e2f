import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';

/** Sends an invitation again, with a new link in place of the earlier one. */
export const useResend = (company: string) =>
  useChange({
    run: (invitationId: string) =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/invitations/{invitationId}/resend', {
          params: { path: { handle: company, invitationId } },
        }),
      ),
    changes: ['invitations', company],
  });
