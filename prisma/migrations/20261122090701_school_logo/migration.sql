-- CreateTable
CREATE TABLE "school_logos" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "sha256" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "school_logos_pkey" PRIMARY KEY ("id")
);

-- A school has one.
ALTER TABLE "school_logos" ADD CONSTRAINT "school_logos_one" CHECK ("id" = 1);

CREATE TRIGGER "school_logos_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "school_logos" FOR EACH STATEMENT EXECUTE FUNCTION record_change('settings');
