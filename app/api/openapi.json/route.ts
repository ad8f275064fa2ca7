import { contract } from "@/app/api/v1/contract";
import { documentedSchool } from "@/app/api/v1/documented-school";
import { handle } from "@/lib/api/handle";
import { getOpenApiRepresentation } from "@/lib/api/openapi";

export const GET = handle({ method: "GET", path: "/api/openapi.json", open: true }, async () =>
  getOpenApiRepresentation(contract, await documentedSchool()),
);
