/** Counters with their labels. Names and labels contain no data of persons, companies or requests. docs/metrics.md. */
export const COUNTERS = {
  svc_http_admissions_total: {
    help: 'Requests by class and outcome: ADMITTED, REFUSED because of the load, or FROM_MEMORY (a match that was answered from memory). Without probes, HEAD, OPTIONS and files.',
    labels: ['class', 'outcome'],
  },
  svc_http_rejected_total: {
    help: 'Requests that were refused without work, by reason: overload, limits (rate limits), origin (a change with the cookie of the dashboard from elsewhere).',
    labels: ['reason'],
  },
  svc_audit_unrecorded_total: {
    help: 'Parts of the audit log that could not be written: entry (of the platform token, or of a refused action; actions of sessions are then 503), outcome (the entry counts as UNKNOWN).',
    labels: ['part'],
  },
  svc_audit_unknown_total: {
    help: 'Entries of the audit log whose outcome is recorded as UNKNOWN: the client left while the action failed.',
    labels: [],
  },
  svc_sign_ins_total: {
    help: 'Steps of sign-ins by outcome: signed_in, needs_second_factor (the password is right), or the error code.',
    labels: ['outcome'],
  },
  svc_invitations_total: {
    help: 'What happened to invitations, by outcome: created, resent, revoked, accepted, or the error code.',
    labels: ['outcome'],
  },
  svc_visit_batches_total: {
    help: 'Reports of visits by outcome: stored, or refused (the visit has all the events that it may, or its id is one of another funnel).',
    labels: ['outcome'],
  },
  svc_visits_total: {
    help: 'Visits of funnels that began: first reports that were stored.',
    labels: [],
  },
  svc_orders_total: {
    help: 'Orders that were stored, or replaced a reported one; verified is true for those of a server, false for those of a page.',
    labels: ['verified'],
  },
  svc_chat_turns_total: {
    help: 'Turns of chats by outcome: answered, unanswered (not understood, or nothing found), preparing (the search index was not ready), replayed, or the error code.',
    labels: ['outcome'],
  },
  svc_match_cache_total: {
    help: 'Match requests by result: warm (answered from memory), coalesced (answered with a match that another request began), cold.',
    labels: ['result'],
  },
  svc_rankings_total: {
    help: 'Rankings of whole assortments by result: hit (in memory), miss (computed).',
    labels: ['result'],
  },
  svc_matcher_evictions_total: {
    help: 'Companies that were removed from memory because others needed the place.',
    labels: [],
  },
  svc_analyses_created_total: {
    help: 'Accepted creates and submissions by kind: live, preview (with a draft), replayed (an earlier response for the same Idempotency-Key).',
    labels: ['kind'],
  },
  svc_idempotency_total: {
    help: 'Requests with an Idempotency-Key by outcome: first, replayed, conflict (another body), in_progress.',
    labels: ['outcome'],
  },
  svc_selfies_total: {
    help: 'Selfies by outcome: USED, or the reason why the picture was ignored.',
    labels: ['outcome'],
  },
  svc_selfie_model_unavailable_total: {
    help: 'Processes for selfies that started without the face model.',
    labels: [],
  },
  svc_jobs_total: {
    help: 'Attempts of jobs by outcome: DONE, RETRIED (will be retried), DEAD (will not be retried).',
    labels: ['task', 'outcome'],
  },
  svc_deliveries_total: {
    help: 'Delivery attempts by outcome: DELIVERED, RETRIED (will be retried), HELD (the endpoint is disabled), DEAD (will not be retried), POSTPONED (not attempted, because its products could not be read).',
    labels: ['target', 'outcome'],
  },
  svc_imports_total: {
    help: 'Finished imports by source and outcome: SUCCEEDED, FAILED (with a reason), HELD (waits for a decision), LOST (the outcome could not be recorded).',
    labels: ['source', 'outcome'],
  },
  svc_import_rows_total: {
    help: 'Rows of finished imports by outcome: created, updated, unchanged, removed, rejected.',
    labels: ['outcome'],
  },
  svc_edit_saves_total: {
    help: 'Attempts to save an edit of a funnel by outcome: saved, or the error code (PRECONDITION_FAILED: another user has saved since).',
    labels: ['outcome'],
  },
  svc_publishes_total: {
    help: 'Attempts to publish a draft by outcome: published, or the error code.',
    labels: ['outcome'],
  },
} as const;
export type CounterName = keyof typeof COUNTERS;
