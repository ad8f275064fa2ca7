CREATE OR REPLACE VIEW mail_suppressions AS
SELECT * FROM all_mail_suppressions WHERE sandbox_id = (SELECT current_sandbox());
