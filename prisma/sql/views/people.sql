-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW people AS
SELECT * FROM all_people WHERE sandbox_id = (SELECT current_sandbox());
