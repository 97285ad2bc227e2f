import {
  createCrossCompanyView,
  dropCrossCompanyView,
  isolateCompanies,
  removeCompanyIsolation,
} from '@svc/kit/migrations';
import type { Knex } from 'knex';

/** Conversations of shoppers, and their turns. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table threads (
      company_id text not null,
      thread_hash bytea not null,
      analysis_hashes bytea[] not null default '{}',
      state jsonb not null,
      turns integer not null default 0,
      model_calls integer not null default 0,
      created_at timestamptz not null,
      last_turn_at timestamptz not null,
      primary key (company_id, thread_hash)
    )`);
  await knex.raw('create unique index threads_hash_key on threads (thread_hash)');
  await knex.raw('create index threads_analyses_idx on threads using gin (analysis_hashes)');
  await knex.raw('create index threads_age_idx on threads (company_id, last_turn_at)');
  await knex.raw(`
    create table turns (
      company_id text not null,
      thread_hash bytea not null,
      number integer not null,
      client_turn_id text collate "C" not null,
      request_hash bytea not null,
      asked_at timestamptz not null,
      answered_at timestamptz,
      text text,
      intent text,
      language text,
      plan jsonb,
      is_unanswered boolean not null default false,
      blocks jsonb,
      answer jsonb,
      primary key (company_id, thread_hash, number),
      unique (company_id, thread_hash, client_turn_id),
      foreign key (company_id, thread_hash) references threads on delete cascade
    )`);
  await knex.raw('create index turns_unanswered_idx on turns (company_id, asked_at) where is_unanswered');
  await knex.raw('create index turns_answer_idx on turns (asked_at) where answer is not null');
  await knex.raw(`
    create table erased_analyses (
      analysis_hash bytea primary key,
      erased_at timestamptz not null default now()
    )`);
  await knex.raw('create index erased_analyses_age_idx on erased_analyses (erased_at)');
  await knex.raw('create table follower_cursors (name text primary key, cursor text not null)');
  const comments = {
    'table threads': 'Conversations. No name, address, user agent or cookie.',
    'column threads.thread_hash': 'SHA-256 of the id, which acts as the capability and is not stored.',
    'column threads.analysis_hashes': 'SHA-256 of the ids of the analyses that its turns named.',
    'column threads.state': 'What the next turn needs of the turns before: `ThreadState` of the engine.',
    'column threads.model_calls': 'Calls of a language model for this conversation.',
    'table turns': 'What shoppers wrote or pressed, and what was answered.',
    'column turns.number': 'Position in the conversation, from 1.',
    'column turns.client_turn_id': 'Given by the browser; a repeated request has the same.',
    'column turns.request_hash': 'SHA-256 of what must not change under the same client_turn_id.',
    'column turns.answered_at': 'null: the turn is being answered.',
    'column turns.text': 'Without e-mail addresses and numbers of telephones, cards and accounts.',
    'column turns.plan': 'What the planner understood: enums, numbers and words to search for.',
    'column turns.is_unanswered': 'The question was not understood, or nothing was found for it.',
    'column turns.blocks': 'What was answered; products by id only.',
    'column turns.answer': 'The whole response, for 24 hours, so that a repeated request gets it again.',
    'table erased_analyses': 'Hashes of erased analyses, of all companies. Kept 60 days.',
    'table follower_cursors': 'How far this service has followed others.',
  };
  for (const [what, comment] of Object.entries(comments)) {
    await knex.raw(`comment on ${what} is '${comment.replaceAll("'", "''")}'`);
  }
  for (const table of ['threads', 'turns']) await isolateCompanies(knex, table);
  // A thread is found by its id alone; erasures and expiry are of all companies.
  await createCrossCompanyView(knex, 'threads', 'company_id, thread_hash, analysis_hashes, last_turn_at', [
    'select',
    'delete',
  ]);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table follower_cursors');
  await knex.raw('drop table erased_analyses');
  await dropCrossCompanyView(knex, 'threads');
  for (const table of ['turns', 'threads']) {
    await removeCompanyIsolation(knex, table);
    await knex.raw('drop table ??', [table]);
  }
}
