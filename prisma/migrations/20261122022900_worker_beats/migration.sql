-- CreateTable
CREATE TABLE "worker_beats" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_beats_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "worker_beats" ADD CONSTRAINT "worker_beats_one_row_check" CHECK ("id" = 1);
