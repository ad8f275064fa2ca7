ALTER TABLE "mail_pace" ADD COLUMN "render_failure" TEXT;
