-- The place of a reason in the school's list.
ALTER TABLE "reasons" ADD COLUMN "position" SMALLINT NOT NULL DEFAULT 0;

-- What was told stays as it was told: words change, and a reason is withdrawn, by a row of the next version.
CREATE FUNCTION refuse_reason_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'position' = to_jsonb(NEW) - 'position' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A reason is never changed or deleted: import another version.';
END $$;
CREATE TRIGGER "reasons_kept" BEFORE UPDATE OR DELETE ON "reasons" FOR EACH ROW EXECUTE FUNCTION refuse_reason_change();
