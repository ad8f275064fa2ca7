-- A text as it is searched: small letters without marks, words with one space between them.
CREATE OR REPLACE FUNCTION search_fold(searched text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_replace(
    translate(regexp_replace(lower(normalize(searched, NFD)), '[\u0300-\u036f]', '', 'g'), 'łøđßæœ', 'lodsao'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')
$function$;

-- All that somebody is searched by, from the columns that have it: an emptied row is found by nothing.
ALTER TABLE "all_people" ADD COLUMN     "searched" TEXT GENERATED ALWAYS AS (
  ' ' || search_fold(coalesce("name", '') || ' ' || coalesce("surname", '') || ' ' || coalesce("city", '') || ' '
    || "email")
  || ' ' || lower(coalesce("document_key", ''))
  || ' ' || regexp_replace(coalesce("phone_country_code", '') || coalesce("phone", ''), '\D', '', 'g')) STORED;

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW people AS
SELECT * FROM all_people WHERE sandbox_id = (SELECT current_sandbox());
