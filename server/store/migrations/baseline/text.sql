-- Text as searches compare it: without case, marks and separators, as `contract/fold-text.ts` folds it.

create extension if not exists pg_trgm;

-- case rules that do not depend on the locale of the database, the best that it has
do $do$
declare
  case_rules text := (select format('collate %I', collname) from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1);
begin
  execute format($body$
    create function fold_text(given text) returns text language sql immutable strict parallel safe
    return regexp_replace(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u0898-\u089f\u08ca-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u0e47-\u0e4c\u0ec8-\u0ecc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb]', '', 'g') %s),
      'ıłøđðħŧɨςىیېکۀھةہە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
      'iloddhtiσيييكههههه01234567890123456789'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000''‘’‚‛′\u0060´ʹ-ʿ\u02c8\u02ca\u02cb\u055a\u05f3ꞌ.,·・\u2027\u05be\u2010-\u2015\u2212\u002d]', '', 'g')
  $body$, case_rules);
end
$do$;
