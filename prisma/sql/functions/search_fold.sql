-- Normalises a text for search: lower case, without diacritics, single spaces.
CREATE OR REPLACE FUNCTION search_fold(searched text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_replace(
    translate(regexp_replace(lower(normalize(searched, NFD)), '[\u0300-\u036f]', '', 'g'), 'łøđßæœ', 'lodsao'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g')
$function$;
