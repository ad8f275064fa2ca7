import { contract } from "@/app/api/v1/contract";
import { getOpenApiSchool } from "@/app/api/v1/openapi-school";
import { handle } from "@/lib/api/handle";
import { getOpenApiRepresentation } from "@/lib/api/openapi";

export const GET = handle({ method: "GET", path: "/api/openapi.json", open: true }, async () =>
  getOpenApiRepresentation(contract, await getOpenApiSchool()),
);
