-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW decisions AS
SELECT * FROM all_decisions WHERE sandbox_id = (SELECT current_sandbox());
