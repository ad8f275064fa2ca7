CREATE OR REPLACE VIEW rounds AS
SELECT * FROM all_rounds WHERE sandbox_id = (SELECT current_sandbox());
