CREATE OR REPLACE VIEW data_requests AS
SELECT * FROM all_data_requests WHERE sandbox_id = (SELECT current_sandbox());
