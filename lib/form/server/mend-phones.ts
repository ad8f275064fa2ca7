import type { Answers } from "@/lib/form/answers";
import { toNationalNumber } from "@/lib/reference/phone-numbers";

/** Answers whose phone numbers are as they are dialled from abroad, where that is sure (W16). */
export function normalisePhones(values: Answers): Answers {
  const mended = (["guardian", "student"] as const).flatMap((person) => {
    const { [`${person}_phone_country_code` as const]: prefix, [`${person}_phone` as const]: number } =
      values;
    if (typeof prefix !== "string" || typeof number !== "string" || !/^\d+$/.test(number)) return [];
    return [[`${person}_phone`, toNationalNumber(prefix, number)]];
  });
  return { ...values, ...Object.fromEntries(mended) };
}
