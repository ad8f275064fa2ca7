-- Every process hears when a round opens or closes its list: the form asks for points meanwhile (lib/admission/asked-merits.ts).
INSERT INTO "change_versions" ("topic") VALUES ('rounds');
CREATE TRIGGER rounds_changed AFTER INSERT OR DELETE OR UPDATE OF state, merits_by OR TRUNCATE ON all_rounds FOR EACH STATEMENT EXECUTE FUNCTION record_change('rounds');
