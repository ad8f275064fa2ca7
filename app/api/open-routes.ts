import type { RouteModule } from "@/lib/api/dispatch";
import * as resendWebhook from "./webhooks/resend/route";

/** Beside `v1/routes.ts`: what is reached without an API key. */
export const openRoutes: Record<string, RouteModule> = {
  "/api/webhooks/resend": resendWebhook,
};
