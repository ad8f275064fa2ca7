import type { RouteModule } from "@/lib/api/dispatch";
import * as openApi from "./openapi.json/route";
import * as resendWebhook from "./webhooks/resend/route";

/** Beside `v1/routes.ts`: what is reached without an API key. */
export const openRoutes: Record<string, RouteModule> = {
  "/api/openapi.json": openApi,
  "/api/webhooks/resend": resendWebhook,
};
