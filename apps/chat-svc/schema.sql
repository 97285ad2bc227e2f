-- Hashes of erased analyses, of all companies. Kept 60 days.
create table erased_analyses (
  analysis_hash bytea not null,
  erased_at timestamp with time zone default now() not null,
  constraint erased_analyses_pkey PRIMARY KEY (analysis_hash)
);
CREATE INDEX erased_analyses_age_idx ON chat.erased_analyses USING btree (erased_at);

-- How far this service has followed others.
create table follower_cursors (
  name text not null,
  cursor text not null,
  constraint follower_cursors_pkey PRIMARY KEY (name)
);

-- Conversations. No name, address, user agent or cookie.
create table threads (
  company_id text not null,
  thread_hash bytea not null, -- SHA-256 of the id, which acts as the capability and is not stored.
  analysis_hashes bytea[] default '{}'::bytea[] not null, -- SHA-256 of the ids of the analyses that its turns named.
  state jsonb not null, -- What the next turn needs of the turns before: `ThreadState` of the engine.
  turns integer default 0 not null,
  model_calls integer default 0 not null, -- Calls of a language model for this conversation.
  created_at timestamp with time zone not null,
  last_turn_at timestamp with time zone not null,
  begin_hash bytea, -- SHA-256 of company and first request; null: its clientTurnId is too short to be unique among shoppers.
  begin_salt bytea, -- With the clientTurnId of the first turn, which is not stored, it gives the id of the thread.
  constraint threads_pkey PRIMARY KEY (company_id, thread_hash)
);
CREATE INDEX threads_age_idx ON chat.threads USING btree (company_id, last_turn_at);
CREATE INDEX threads_analyses_idx ON chat.threads USING gin (analysis_hashes);
CREATE UNIQUE INDEX threads_begin_key ON chat.threads USING btree (company_id, begin_hash);
CREATE UNIQUE INDEX threads_hash_key ON chat.threads USING btree (thread_hash);
create policy every_company on threads to svc_chat using (true);
create policy one_company on threads to svc_chat_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

-- What shoppers wrote or pressed, and what was answered.
create table turns (
  company_id text not null,
  thread_hash bytea not null,
  number integer not null, -- Position in the conversation, from 1.
  client_turn_id text not null, -- Given by the browser; a repeated request has the same.
  request_hash bytea not null, -- SHA-256 of what must not change under the same client_turn_id.
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone, -- null: the turn is being answered.
  text text, -- Without e-mail addresses and numbers of telephones, cards and accounts.
  intent text,
  language text,
  plan jsonb, -- What the planner understood: enums, numbers and words to search for.
  is_unanswered boolean default false not null, -- The question was not understood, or nothing was found for it.
  blocks jsonb, -- What was answered; products by id only.
  answer jsonb, -- The whole response, for 24 hours, so that a repeated request gets it again.
  constraint turns_company_id_thread_hash_client_turn_id_key UNIQUE (company_id, thread_hash, client_turn_id),
  constraint turns_pkey PRIMARY KEY (company_id, thread_hash, number),
  constraint turns_company_id_thread_hash_fkey FOREIGN KEY (company_id, thread_hash) REFERENCES threads(company_id, thread_hash) ON DELETE CASCADE
);
CREATE INDEX turns_answer_idx ON chat.turns USING btree (asked_at) WHERE (answer IS NOT NULL);
CREATE INDEX turns_time_idx ON chat.turns USING btree (company_id, asked_at);
CREATE INDEX turns_unanswered_idx ON chat.turns USING btree (company_id, asked_at) WHERE is_unanswered;
create policy every_company on turns to svc_chat using (true);
create policy one_company on turns to svc_chat_app using ((company_id = ( SELECT NULLIF(current_setting('svc.company_id'::text, true), ''::text) AS "nullif")));

create view all_threads as
 SELECT company_id,
    thread_hash,
    analysis_hashes,
    last_turn_at
   FROM threads;
