CREATE OR REPLACE VIEW correction_requests AS
SELECT * FROM all_correction_requests WHERE sandbox_id = (SELECT current_sandbox());
