-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW correction_requests AS
SELECT * FROM all_correction_requests WHERE sandbox_id = (SELECT current_sandbox());
