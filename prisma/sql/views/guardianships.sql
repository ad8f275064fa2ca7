-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW guardianships AS
SELECT * FROM all_guardianships WHERE sandbox_id = (SELECT current_sandbox());
