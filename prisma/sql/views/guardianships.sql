CREATE OR REPLACE VIEW guardianships AS
SELECT * FROM all_guardianships WHERE sandbox_id = (SELECT current_sandbox());
