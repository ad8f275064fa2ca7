-- The texts to begin with name what the account does. Where somebody has enrolled under them they stay as they were accepted.
ALTER TABLE legal_texts DISABLE TRIGGER legal_texts_kept;

UPDATE legal_texts SET text = replace(replace(replace(replace(text,
  'Si algo cambia, escribe a {mail}.',
  'Si algo cambia, corrígelo en [tu cuenta](/account/details).'),
  'escribe a {mail} o llama al {phone} con la referencia.',
  'retírala en [tu cuenta](/account), sin explicaciones. Si ha sido un error, durante un día puedes anularlo allí mismo.'),
  'y se borran solas a las 72 horas.',
  'y se borran solas a las 72 horas. Cuando envías la solicitud, las tuyas se guardan otro tanto, por si pides plaza para otro hijo o hija.'),
  'Puedes pedir acceso, rectificación, supresión, limitación, oposición y portabilidad escribiendo a {mail}.',
  'En [tu cuenta](/account/data) descargas tus datos y pides que se borren, y [aquí](/account/details) los corriges. La limitación, la oposición y todo lo demás lo puedes pedir escribiendo a {mail}.')
WHERE version = 1 AND locale = 'es' AND NOT EXISTS (SELECT FROM all_enrollments);

UPDATE legal_texts SET text = replace(replace(replace(replace(text,
  'Si res canvia, escriu a {mail}.',
  'Si res canvia, corregeix-ho al [teu compte](/account/details).'),
  'escriu a {mail} o truca al {phone} amb la referència.',
  'retira-la al [teu compte](/account), sense explicacions. Si ha estat un error, durant un dia ho pots anul·lar allà mateix.'),
  'i s’esborren soles al cap de 72 hores.',
  'i s’esborren soles al cap de 72 hores. Quan envies la sol·licitud, les teves es desen el mateix temps, per si demanes plaça per a un altre fill o filla.'),
  'Pots demanar accés, rectificació, supressió, limitació, oposició i portabilitat escrivint a {mail}.',
  'Al [teu compte](/account/data) descarregues les teves dades i demanes que s’esborrin, i [aquí](/account/details) les corregeixes. La limitació, l’oposició i tota la resta ho pots demanar escrivint a {mail}.')
WHERE version = 1 AND locale = 'ca' AND NOT EXISTS (SELECT FROM all_enrollments);

UPDATE legal_texts SET text = replace(replace(replace(replace(text,
  'If something changes, write to {mail}.',
  'If something changes, correct it in [your account](/account/details).'),
  'write to {mail} or call {phone} and give the reference.',
  'do so in [your account](/account), without giving reasons. If it was a mistake, you can undo it there within a day.'),
  'and are deleted after 72 hours.',
  'and are deleted after 72 hours. When you send the request, your own are kept as long again, in case you ask for a place for another child.'),
  'You can ask for access, correction, deletion, restriction, objection and portability by writing to {mail}.',
  'In [your account](/account/data) you download your data and ask for their deletion, and [here](/account/details) you correct them. You can ask for restriction, objection and everything else by writing to {mail}.')
WHERE version = 1 AND locale = 'en' AND NOT EXISTS (SELECT FROM all_enrollments);

UPDATE legal_texts SET sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex') WHERE version = 1;

ALTER TABLE legal_texts ENABLE TRIGGER legal_texts_kept;
