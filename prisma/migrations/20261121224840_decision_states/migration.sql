-- Apart from the migration that comes next: a new value can be used only when its transaction is over.
ALTER TYPE "enrollment_state" ADD VALUE 'waiting';

ALTER TYPE "mail_kind" ADD VALUE 'accepted';
ALTER TYPE "mail_kind" ADD VALUE 'rejected';
ALTER TYPE "mail_kind" ADD VALUE 'waiting';
ALTER TYPE "mail_kind" ADD VALUE 'withdrawn';
ALTER TYPE "mail_kind" ADD VALUE 'put_back';
