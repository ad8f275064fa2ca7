CREATE OR REPLACE VIEW decisions AS
SELECT * FROM all_decisions WHERE sandbox_id = (SELECT current_sandbox());
