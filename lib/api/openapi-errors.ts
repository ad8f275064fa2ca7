import { fieldCodes, statusOf } from "@/lib/errors";
import { openEnum } from "./openapi-schemas";

/** The one shape of a refusal (section 7); its codes may become more. */
export function errorSchema() {
  return {
    type: "object",
    required: ["status", "error"],
    properties: {
      status: { const: "error" },
      error: {
        type: "object",
        required: ["code", "message", "request_id", "doc_url"],
        properties: {
          code: openEnum(
            { description: "What went wrong; branch on this, not on the words." },
            Object.keys(statusOf),
          ),
          message: { type: "string", description: "For people; in the language of `Accept-Language`." },
          request_id: {
            type: "string",
            description: "Also in `X-Request-Id`. Quote it when you report something.",
          },
          doc_url: { type: "string", format: "uri", description: "What to do about it." },
          errors: {
            type: "array",
            items: fieldErrorSchema(),
            description: "Every field that was refused, in the order of the schema.",
          },
        },
      },
    },
  };
}

function fieldErrorSchema() {
  return {
    type: "object",
    required: ["field", "code", "message"],
    properties: {
      field: { type: "string" },
      code: openEnum({}, [...fieldCodes]),
      message: { type: "string" },
    },
  };
}
