import { handle } from "@/lib/api/handle";
import { readRawBody } from "@/lib/api/request-body";
import { handleResendWebhook } from "@/lib/mail/webhook";

export const POST = handle(
  { method: "POST", path: "/api/webhooks/resend", open: true },
  async ({ request }) => handleResendWebhook((name) => request.header(name), await readRawBody(request)),
);
