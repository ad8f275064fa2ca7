-- CreateTable
CREATE TABLE "mail_sentences" (
    "part" TEXT NOT NULL,
    "es" TEXT NOT NULL,
    "ca" TEXT NOT NULL,
    "en" TEXT NOT NULL,

    CONSTRAINT "mail_sentences_pkey" PRIMARY KEY ("part")
);

ALTER TABLE "mail_sentences"
  ADD CONSTRAINT "mail_sentences_in_each_language" CHECK ('' NOT IN ("es", "ca", "en"));

CREATE TRIGGER mail_sentences_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON mail_sentences FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
