-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'question';
ALTER TYPE "mail_kind" ADD VALUE 'question_reminder';

-- AlterTable
ALTER TABLE "reasons" ADD COLUMN     "asks" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "questions" (
    "id" UUID NOT NULL,
    "enrollment_id" UUID NOT NULL,
    "reason_id" INTEGER,
    "words" TEXT,
    "member_id" UUID,
    "answer_by" DATE NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "answered_by_id" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "questions_enrollment_id_idx" ON "questions"("enrollment_id");

-- CreateIndex
CREATE INDEX "questions_answered_by_id_idx" ON "questions"("answered_by_id");

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_enrollment_id_fkey" FOREIGN KEY ("enrollment_id") REFERENCES "all_enrollments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_reason_id_fkey" FOREIGN KEY ("reason_id") REFERENCES "reasons"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "staff_members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_answered_by_id_fkey" FOREIGN KEY ("answered_by_id") REFERENCES "all_people"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One that is not closed at a time; of whom something is asked, or has answered, is looked for among these few.
CREATE UNIQUE INDEX "questions_open_key" ON "questions"("enrollment_id") WHERE "closed_at" IS NULL;

CREATE TRIGGER "refuse_about_erased" BEFORE INSERT ON "questions" FOR EACH ROW EXECUTE FUNCTION refuse_about_erased('answered_by_id');
CREATE TRIGGER "refuse_words_about_erased" BEFORE UPDATE OF "words", "answer" ON "questions" FOR EACH ROW
  WHEN (NEW."words" IS NOT NULL OR NEW."answer" <> '') EXECUTE FUNCTION refuse_about_erased('answered_by_id');

-- What families are asked for, until the school says otherwise.
INSERT INTO "reasons" ("code", "offered_for", "asks", "es", "ca", "en") VALUES
  ('ask_days', '{}', true, 'Qué días y a qué horas podéis venir', 'Quins dies i a quines hores podeu venir', 'Which days and hours you can come'),
  ('ask_choice', '{}', true, 'Qué especialidad o qué estudios queréis', 'Quina especialitat o quins estudis voleu', 'Which speciality or studies you want'),
  ('ask_level', '{}', true, 'El nivel: qué ha estudiado y dónde', 'El nivell: què ha estudiat i on', 'The level: what was studied so far, and where');
