CREATE OR REPLACE VIEW mail_messages AS
SELECT * FROM all_mail_messages WHERE sandbox_id = (SELECT current_sandbox());
