ALTER TABLE "all_rounds" ADD COLUMN "published_points" TEXT NOT NULL DEFAULT 'totals';
ALTER TABLE "all_rounds"
  ADD CONSTRAINT "all_rounds_published_points_check" CHECK ("published_points" IN ('totals', 'ranks'));

ALTER TABLE "draws" ADD COLUMN "other_number" TEXT;
ALTER TABLE "draws" ADD CONSTRAINT "draws_other_number_check" CHECK ("other_number" ~ '^[0-9]{1,12}$');

-- The rows of the sandbox at work, which are the school's own where nobody has entered one.
CREATE OR REPLACE VIEW rounds AS
SELECT * FROM all_rounds WHERE sandbox_id = (SELECT current_sandbox());
