import type { EndpointCall } from "@/lib/api/handle";
import type { ApiResult } from "@/lib/api/responses";
import { type EnrollmentRequest, enroll } from "@/lib/enrollment/enroll/verbs";
import { negotiateLocale } from "@/lib/i18n/api-messages";
import { getSettings } from "@/lib/school/settings";

/** Sections 4.3 and 4.4. The 201 contains the reference that the family sees too. */
export function createEnrollmentHandler(kind: EnrollmentRequest["kind"]) {
  return async ({
    request,
    key,
    body,
    idempotency,
  }: EndpointCall<{ method: "POST" }>): Promise<ApiResult> => {
    const { reference, replayed } = await enroll([{ kind, submitted: body }], {
      source: "api",
      apiKeyId: key.id,
      locale: negotiateLocale(request.header("accept-language")) ?? (await getSettings()).default_locale,
      idempotency,
    });
    return {
      data: "Enrollment created successfully.",
      headers: { "Enrollment-Reference": reference, ...(replayed && { "Idempotency-Replayed": "true" }) },
    };
  };
}
