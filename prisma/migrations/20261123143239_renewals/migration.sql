-- CreateTable
CREATE TABLE "renewals" (
    "school_year_id" INTEGER NOT NULL,
    "answer_by" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "renewals_pkey" PRIMARY KEY ("school_year_id")
);

-- AddForeignKey
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;
