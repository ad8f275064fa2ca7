-- The rows of the current sandbox; without one, of the live school.
CREATE OR REPLACE VIEW mail_messages AS
SELECT * FROM all_mail_messages WHERE sandbox_id = (SELECT current_sandbox());
