CREATE OR REPLACE VIEW enrollments AS
SELECT * FROM all_enrollments WHERE sandbox_id = (SELECT current_sandbox());
