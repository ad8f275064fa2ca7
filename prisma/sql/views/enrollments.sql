-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW enrollments AS
SELECT * FROM all_enrollments WHERE sandbox_id = (SELECT current_sandbox());
