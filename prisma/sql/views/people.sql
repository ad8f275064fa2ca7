-- The rows of the current sandbox; without one, of the live school.
CREATE OR REPLACE VIEW people AS
SELECT * FROM all_people WHERE sandbox_id = (SELECT current_sandbox());
