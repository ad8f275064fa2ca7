-- Durations keep their seconds (interface 2.3). `school_minutes` stays for the version before this one, which
-- reads and writes it alone; whichever of the two is written, the other follows.
-- AlterTable
ALTER TABLE "subjects" ADD COLUMN "school_seconds" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "subjects" ALTER COLUMN "school_minutes" SET DEFAULT 0;

UPDATE "subjects" SET "school_seconds" = "school_minutes" * 60;

ALTER TABLE "subjects" ADD CONSTRAINT "subjects_school_seconds_check" CHECK ("school_seconds" >= 0);

CREATE FUNCTION keep_school_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  earlier_minutes integer := 0;
  earlier_seconds integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    earlier_minutes := OLD."school_minutes";
    earlier_seconds := OLD."school_seconds";
  END IF;
  IF NEW."school_minutes" <> earlier_minutes AND NEW."school_seconds" = earlier_seconds THEN
    NEW."school_seconds" := NEW."school_minutes" * 60;
  ELSE
    NEW."school_minutes" := NEW."school_seconds" / 60;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "subjects_school_minutes" BEFORE INSERT OR UPDATE ON "subjects" FOR EACH ROW EXECUTE FUNCTION keep_school_minutes();
