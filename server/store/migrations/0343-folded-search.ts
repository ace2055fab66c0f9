/** Searches compare folded text: `fold_text` is what `contract/fold-text.ts` was at this version. */
import { sql, type Kysely } from 'kysely'

const MARKS = String.raw`\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0898-\u089f\u08ca-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0e47-\u0e4c\u0ec8-\u0ecc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb`
const SEPARATORS = String.raw`\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'‘’‚‛′\u0060´ʹ-ʿ\u02c8\u02ca\u02cb\u055a\u05f3ꞌ.,·・\u2027\u05be\u2010-\u2015\u2212\u002d`
const LETTERS = ['ıłøđðħŧɨςىیېکۀھةہە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iloddhtiσيييكههههه01234567890123456789']

/** Case rules that do not depend on the locale of the database, the best that it has. */
async function caseRules(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select collname as name from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1`.execute(db)
  return rows[0] ? `collate "${rows[0].name}"` : ''
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const quoted = (column: string) => `fold_text(${column})`
const lines = (...columns: string[]) => columns.map(quoted).join(' || chr(10) || ')

const statements = [
  // the ten lines, with the case's id in place of the transaction's, which ends it
  `update monitoring_case c set search = fold_text(c.id) || (
    select coalesce(string_agg(chr(10) || fold_text(line), '' order by n), '')
    from unnest(string_to_array(c.search, chr(10))) with ordinality as l (line, n) where n > 1)`,
  'alter table customer drop column search',
  `alter table customer add column search text generated always as (${lines(
    'name',
    "coalesce(username, '')",
    'id',
    "coalesce(profile ->> 'tradingName', '')",
    "coalesce(profile ->> 'registrationNumber', '')",
  )}) stored`,
  'create index customer_search on customer using gin (search gin_trgm_ops)',
  'alter table document_form drop column search',
  `alter table document_form add column search text not null generated always as (
    ${lines('customer_name', 'customer_id', 'type', 'status')} || chr(10) || id::text) stored`,
  'create index document_form_search on document_form using gin (search gin_trgm_ops)',
  `alter table sanctions_hit add column search text not null generated always as (
    ${lines("coalesce(party_name, '')", 'name', "coalesce(customer_id, '')")}) stored`,
  'create index contract_id_search on contract (platform, fold_text(id))',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  const folded = `translate(lower(regexp_replace(normalize(given, NFKD), ${literal(`[${MARKS}]`)}, '', 'g') ${await caseRules(db)}),
    ${LETTERS.map(literal).join(', ')})`
  await sql
    .raw(
      `create function fold_text(given text) returns text language sql immutable strict parallel safe
    return regexp_replace(replace(replace(replace(replace(${folded},
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), ${literal(`[${SEPARATORS}]`)}, '', 'g')`,
    )
    .execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}
