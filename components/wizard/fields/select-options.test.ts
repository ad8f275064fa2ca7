import { expect, test } from "vitest";
import { listCallingCodes } from "@/lib/reference/phone-numbers";
import { toFieldValues } from "@/lib/wizard/form-values";
import { getPrefixOptions } from "./select-options";

test("W16: every country is an option with its prefix, and each of them stores the prefix only", () => {
  const options = getPrefixOptions(listCallingCodes(["ca", "do", "es", "us"]), "es");
  expect(options.map(({ label }) => label)).toEqual([
    "España (+34)",
    "Canadá (+1)",
    "Estados Unidos… (+1)",
    "República Dominicana (+1)",
  ]);
  expect(options.map(({ value }) => value).filter((value) => value === "+1")).toHaveLength(1); // a saved prefix
  const stored = options.map(({ value }) =>
    toFieldValues(
      { student_phone_country_code: value, student_phone: "809 555 1234" },
      ["student_phone_country_code", "student_phone"],
      ["+34", "+1"],
    ),
  );
  expect(stored).toEqual(
    ["+34", "+1", "+1", "+1"].map((prefix) => ({
      student_phone_country_code: prefix,
      student_phone: "8095551234",
    })),
  );
});
