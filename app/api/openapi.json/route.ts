import { handle } from "@/lib/api/handle";
import { openApiDocument } from "@/lib/api/openapi";

export const GET = handle({ path: "/api/openapi.json", open: true }, () => ({
  status: 200,
  headers: ["Content-Type", "application/json; charset=utf-8", "Cache-Control", "no-cache"],
  body: JSON.stringify(openApiDocument()),
}));
