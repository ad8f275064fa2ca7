/** The headers that several endpoints take, or that every webhook has. */
export const sharedParameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "1 to 255 printable ASCII characters of your choice. The same request under the same key is answered as the first one was, for 24 hours.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "b3f1c2f0-6f3a-4b7e-9a51-0c0c6f1d2e3f",
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of the answer that you hold; 304 when it is still right.",
    schema: { type: "string" },
    example: '"x1Zq3mB7Gd0pYw5rTn8cVk2LhJs"',
  },
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    description:
      "The language of error messages, and of the e-mails to an enrollment's people: es, ca or en.",
    schema: { type: "string" },
    example: "es",
  },
  WebhookId: ofWebhooks(
    "id",
    "The event's `id`, the same in every attempt: pass over one that you had.",
    "41",
  ),
  WebhookTimestamp: ofWebhooks(
    "timestamp",
    "When this attempt was made, in seconds since 1970.",
    "1795253400",
  ),
  WebhookSignature: ofWebhooks(
    "signature",
    "One signature for each secret that is valid now, separated by spaces.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
};

export const refParameter = (name: keyof typeof sharedParameters) => ({ $ref: `#/components/parameters/${name}` });

function ofWebhooks(name: string, description: string, example: string) {
  return {
    name: `webhook-${name}`,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
    example,
  };
}
