-- Whoever got the mail of a request that somebody else had sent in their name; the desk is not offered it.
INSERT INTO "reasons" ("code", "offered_for", "es", "ca", "en") VALUES
  ('not_me', '{}', 'Quien recibió el correo avisó de que la solicitud no era suya.', 'Qui va rebre el correu va avisar que la sol·licitud no era seva.', 'Whoever got the e-mail said that the request was not theirs.');
