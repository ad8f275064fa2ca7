import { Resend } from "resend";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { recordDeliveryEvent } from "./delivery-events";

/** A request's header by its name in lower case. */
type HeaderOf = (name: string) => string | undefined;

/**
 * Takes in a delivery event that Resend posts. The signature covers the raw bytes and a time that
 * may be five minutes off; a repeated event is answered like the first.
 *
 * @throws AppError `not_found` without RESEND_WEBHOOK_SECRET; `bad_request` when the signature or its
 *   time is wrong
 */
export async function handleResendWebhook(header: HeaderOf, body: Uint8Array): Promise<{ data: string }> {
  if (!env.RESEND_WEBHOOK_SECRET) throw new AppError("not_found");
  const id = header("svix-id") ?? "";
  await recordDeliveryEvent(id, verified(id, header, body, env.RESEND_WEBHOOK_SECRET));
  return { data: "Event recorded." };
}

function verified(id: string, header: HeaderOf, body: Uint8Array, webhookSecret: string): unknown {
  const signed = {
    id,
    timestamp: header("svix-timestamp") ?? "",
    signature: header("svix-signature") ?? "",
  };
  try {
    // The SDK wants a key even for what needs none.
    const { webhooks } = new Resend(env.RESEND_API_KEY ?? "unused");
    return webhooks.verify({ payload: Buffer.from(body).toString(), headers: signed, webhookSecret });
  } catch {
    throw new AppError("bad_request");
  }
}
