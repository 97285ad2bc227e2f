import type { Knex } from 'knex';

/**
 * What shoppers did, by day of their first event. All events of an analysis lie in the partition of that day, so that the
 * primary key finds a repeated id whenever it comes. Partitions are made on demand and dropped after 90 days (ADR 0016).
 */
export async function up(knex: Knex): Promise<void> {
  // Codes compare by bytes: language rules would only cost time.
  await knex.raw(`
    create table interaction_events (
      analysis_hash bytea not null,
      event_id text collate "C" not null,
      day date not null,
      type smallint not null,
      variant_id text collate "C" not null,
      position integer,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      primary key (analysis_hash, event_id, day)
    ) partition by range (day)`);
  await knex.raw(`
    create table event_sessions (
      analysis_hash bytea primary key,
      company_id text,
      funnel_id text,
      day date,
      is_preview boolean not null default false,
      options text[] not null default '{}',
      event_count integer not null default 0,
      change_xid xid8 not null default pg_current_xact_id(),
      erased_at timestamptz,
      constraint event_sessions_whole check (
        erased_at is not null or (company_id is not null and funnel_id is not null and day is not null)
      )
    )`);
  await knex.raw(`
    create index event_sessions_day_idx on event_sessions (company_id, funnel_id, day, analysis_hash)
      where not is_preview and erased_at is null`);
  await knex.raw('create index event_sessions_change_idx on event_sessions (change_xid)');
  await knex.raw('create index event_sessions_erased_idx on event_sessions (erased_at) where erased_at is not null');
  // Sessions come nearly in the order of their days, so a summary of each block range finds the old ones.
  await knex.raw('create index event_sessions_age_idx on event_sessions using brin (day)');

  const comments = {
    'table interaction_events': 'Interactions as reported, kept 90 days from the first day of their analysis.',
    'column interaction_events.analysis_hash': 'SHA-256 of the analysis id; the id is a capability and stored nowhere.',
    'column interaction_events.event_id': 'Chosen by the client, unique within the analysis.',
    'column interaction_events.day': 'UTC day of the first event of the analysis, as in event_sessions.',
    'column interaction_events.type': '1 impression, 2 click, 3 add to cart, 4 purchase.',
    'column interaction_events.variant_id': "Merchant's id; may have been removed from the catalog.",
    'column interaction_events.position': 'Place in the list that was shown, from 0; impressions always have one.',
    'column interaction_events.occurred_at': 'When it happened, by the clock of the client.',
    'column interaction_events.received_at': 'When it was stored.',
    'table event_sessions': 'Analyses with events, and marks of erased ones, which take no event any more.',
    'column event_sessions.analysis_hash': 'SHA-256 of the analysis id.',
    'column event_sessions.company_id': 'Company of funnel-svc; null: erased before it had events.',
    'column event_sessions.funnel_id': 'Funnel of the analysis.',
    'column event_sessions.day': 'UTC day of the earliest event of the batch that came first; never changes.',
    'column event_sessions.is_preview': 'Made with a draft: kept, but counted nowhere.',
    'column event_sessions.options':
      'Option tokens of the answers in force at the first event; emptied with the events.',
    'column event_sessions.event_count':
      'Never below the number of events stored; made exact when it comes to the limit.',
    'column event_sessions.change_xid': 'Transaction of the last batch or erasure; aggregation follows it (ADR 0007).',
    'column event_sessions.erased_at': 'The analysis was erased; the mark is deleted 35 days later.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table event_sessions');
  await knex.raw('drop table interaction_events');
}
