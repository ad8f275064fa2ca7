import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { openApiDocument } from "@/lib/api/openapi";

export const GET = handle({ method: "GET", path: "/api/openapi.json", open: true }, () => ({
  status: 200,
  headers: ["Content-Type", "application/json; charset=utf-8", "Cache-Control", "no-cache"],
  body: JSON.stringify(openApiDocument(contract)),
}));
