-- The day on which the number is drawn, which home and account announce.
ALTER TABLE "all_rounds" ADD COLUMN "draw_on" DATE;
CREATE OR REPLACE VIEW rounds AS
SELECT * FROM all_rounds WHERE sandbox_id = (SELECT current_sandbox());
