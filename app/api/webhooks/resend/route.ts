import { handle } from "@/lib/api/handle";
import { readRawBody } from "@/lib/api/request";
import { handleResendWebhook } from "@/lib/mail/delivery";

export const POST = handle(
  { method: "POST", path: "/api/webhooks/resend", open: true },
  async ({ request }) => handleResendWebhook((name) => request.header(name), await readRawBody(request)),
);
