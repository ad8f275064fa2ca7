-- AlterEnum
ALTER TYPE "bulk_kind" ADD VALUE 'write';

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'group_message';
