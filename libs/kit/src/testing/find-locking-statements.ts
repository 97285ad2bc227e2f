/** A statement that must not be in a migration of a system that runs. */
interface Rule {
  /** Its first group is the table, if the rule concerns existing tables only. */
  readonly pattern: RegExp;
  /** Not a problem if the statement also matches this. */
  readonly unless?: RegExp;
  readonly advice: string;
}

const TABLE = '(?:only )?("?[\\w.]+"?)';
const ALTER = `alter table (?:if exists )?${TABLE} .*`;

const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${TABLE}`),
    advice: 'use createIndex, in a migration with transaction: false',
  },
  {
    pattern: new RegExp(`^${ALTER}\\badd (?:constraint "?\\w+"? )?(?:foreign key|check)\\b`),
    unless: /\bnot valid\b/,
    advice: 'add the constraint not valid, and validate it in a later migration',
  },
  {
    pattern: new RegExp(`^${ALTER}\\badd (?:constraint "?\\w+"? )?(?:unique|primary key|exclude)\\b`),
    unless: /\busing index\b/,
    advice: 'create a unique index with createIndex and add the constraint using it',
  },
  {
    pattern: new RegExp(`^${ALTER}\\badd (?:column )?.*\\b(?:references|check|unique|primary key)\\b`),
    unless: /\bnot valid\b|\busing index\b/,
    advice: 'add the column first, then its constraint not valid',
  },
  {
    pattern: new RegExp(
      `^${ALTER}\\b(?:stored|as identity|default (?:gen_random_uuid|random|nextval|clock_timestamp|txid_current|pg_current_xact_id))\\b`,
    ),
    advice: 'this rewrites the table: add a column with a constant default and fill it in batches, as a job',
  },
  {
    pattern: new RegExp(`^${ALTER}\\balter (?:column )?"?\\w+"? (?:set data )?type\\b`),
    advice: 'this rewrites the table: add a column of the new type and fill it in batches, as a job',
  },
  {
    pattern: new RegExp(`^${ALTER}\\bset not null\\b`),
    advice: 'add a check constraint not valid, validate it, and set not null in a later release',
  },
  {
    pattern: new RegExp(
      `^${ALTER}\\b(?:rename|drop column|drop (?!constraint|not null|default|identity|expression)"?\\w+"?$)`,
    ),
    advice: 'the release before still names it: remove it one release after the last code that names it',
  },
  {
    pattern: new RegExp(`^drop (?:table|view) (?:if exists )?${TABLE}`),
    advice: 'the release before still names it: drop it one release after the last code that names it',
  },
  { pattern: new RegExp(`^update ${TABLE} `), advice: 'change rows in batches, as a job' },
  { pattern: new RegExp(`^delete from ${TABLE}`), advice: 'delete rows in batches, as a job' },
  { pattern: new RegExp(`^insert into ${TABLE}.* select `), advice: 'copy rows in batches, as a job' },
  {
    pattern: /^(?:lock|truncate|cluster|vacuum full|refresh materialized view)\b/,
    advice: 'this locks the table while it runs',
  },
  { pattern: /^reindex\b/, unless: /\bconcurrently\b/, advice: 'use reindex concurrently' },
];

const BY_CREATE_INDEX =
  'use createIndex, which waits for long transactions and replaces what a failed attempt has left';

/**
 * Finds statements that hold a strong lock for as long as a table is large, or that break the release before, which still runs.
 * What concerns a table that the same migration creates is harmless. Reads texts, so it errs for unusual spellings.
 * docs/operations.md "Rules for migrations", rules 1 and 2.
 * @param statements - of one migration, in order.
 * @returns one sentence for each.
 */
export function findLockingStatements(statements: readonly string[]): string[] {
  const own = new Set<string>();
  const dropped = new Set<string>();
  let hasLimit = true;
  return statements.flatMap((statement) => {
    const text = normalize(statement);
    const created = /^create (?:unlogged )?(?:table|view|or replace view) (?:if not exists )?("?[\w.]+"?)/.exec(
      text,
    )?.[1];
    if (created !== undefined) own.add(unquote(created));
    const removed = /^drop index concurrently if exists ("?[\w.]+"?)/.exec(text)?.[1];
    if (removed !== undefined) dropped.add(unquote(removed));
    const indexed = /^create (?:unique )?index concurrently (?:if not exists )?("?[\w.]+"?)/.exec(text)?.[1];
    if (/^set lock_timeout = /.test(text)) hasLimit = text !== 'set lock_timeout = 0';
    if (indexed !== undefined && (hasLimit || !dropped.has(unquote(indexed))))
      return [`${text.slice(0, 100)}: ${BY_CREATE_INDEX}`];
    const rule = RULES.find(({ pattern, unless }) => {
      const match = pattern.exec(text);
      if (!match || unless?.test(text)) return false;
      return match[1] === undefined || !own.has(unquote(match[1]));
    });
    return rule ? [`${text.slice(0, 100)}: ${rule.advice}`] : [];
  });
}

/** One line in lower case, without comments and the texts of functions. */
function normalize(statement: string): string {
  return statement
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const unquote = (name: string): string => name.replaceAll('"', '');
