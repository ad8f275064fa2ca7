import type { Call } from "@/lib/api/handle";
import type { Answer } from "@/lib/api/responses";
import type { Origin } from "@/lib/enrollment/origin";
import type { Created } from "@/lib/enrollment/registered";
import { negotiateLocale } from "@/lib/i18n/api-messages";
import { settings } from "@/lib/school/settings";

type Create = (submitted: unknown, origin: Extract<Origin, { source: "api" }>) => Promise<Created>;

/** Section 4.3, 4.4 and beyond them: enrolls in the name of a key; the 201 tells the reference that the family sees too. */
export function enrolling(create: Create) {
  return async ({ request, key, body, idempotency }: Call<{ method: "POST" }>): Promise<Answer> => {
    const { reference, replayed } = await create(body, {
      source: "api",
      apiKeyId: key.id,
      locale: negotiateLocale(request.header("accept-language")) ?? (await settings()).default_locale,
      idempotency,
    });
    return {
      data: "Enrollment created successfully.",
      headers: { "Enrollment-Reference": reference, ...(replayed && { "Idempotency-Replayed": "true" }) },
    };
  };
}
