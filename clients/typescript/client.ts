import createClient from "openapi-fetch";
import type { paths } from "./schema";

/**
 * A typed client of the API: paths, parameters, bodies and answers as the OpenAPI document has them.
 *
 * @param baseUrl where the service is, such as `https://school.example`
 */
export function matricula(baseUrl: string, apiKey: string) {
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
}
