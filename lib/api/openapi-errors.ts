import { fieldCodes, httpStatus } from "@/lib/platform/errors";
import { toOpenEnum } from "./openapi-schemas";

/** The one shape of a refusal (section 7); its codes may become more. */
export function createErrorSchema() {
  return {
    type: "object",
    required: ["status", "error"],
    properties: {
      status: { const: "error" },
      error: {
        type: "object",
        required: ["code", "message", "request_id", "doc_url"],
        properties: {
          code: toOpenEnum(
            { description: "What went wrong; branch on this, not on the words." },
            Object.keys(httpStatus),
          ),
          message: { type: "string", description: "For people; in the language of `Accept-Language`." },
          request_id: {
            type: "string",
            description: "Also in `X-Request-Id`. Quote it when you report something.",
          },
          doc_url: { type: "string", format: "uri", description: "What to do about it." },
          ...transitionMembers,
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

const transitionMembers = {
  state: {
    type: "string",
    description: "Of `transition_not_allowed`: the enrollment's state, as its family was told.",
  },
  allowed: {
    type: "array",
    items: { type: "string" },
    description: "Of `transition_not_allowed`: the states that you can lead it to from there.",
  },
  refusal: {
    type: "string",
    description:
      "Of `transition_not_allowed`: why not, such as `not_allowed` (there is no such way), `day_is_over`, `changed_meanwhile`, `another_stands`, `guardian_unanswered` or `disagreement_open`.",
  },
};

function fieldErrorSchema() {
  return {
    type: "object",
    required: ["field", "code", "message"],
    properties: {
      field: { type: "string" },
      code: toOpenEnum({}, [...fieldCodes]),
      message: { type: "string" },
    },
  };
}
