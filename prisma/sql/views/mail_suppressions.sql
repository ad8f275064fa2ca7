-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW mail_suppressions AS
SELECT * FROM all_mail_suppressions WHERE sandbox_id = (SELECT current_sandbox());
