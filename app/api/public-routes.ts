import type { RouteModule } from "@/lib/api/handle";
import * as openApi from "./openapi.json/route";
import * as resendWebhook from "./webhooks/resend/route";

/** Routes without an API key. */
export const publicRoutes: readonly RouteModule[] = [openApi, resendWebhook];
