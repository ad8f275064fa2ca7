-- CreateTable
CREATE TABLE "write_checks" (
    "process" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_checks_pkey" PRIMARY KEY ("process")
);
