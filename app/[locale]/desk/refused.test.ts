import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import messages from "@/lib/i18n/messages/es.json";
import { AppError } from "@/lib/platform/errors";
import { problemsOfRefusal } from "./refused";

const t = createTranslator({ locale: "es", messages, namespace: "wizard" });

test("desk 15: what was refused after the check is told in the form's words, at the fields that the page has", () => {
  const form = new FormData();
  form.set("student_email", "ada@example.org");
  const words = (error: AppError) => problemsOfRefusal(error, form, { t, locale: "es", otherwise: "…" });
  const refused = new AppError("validation_failed", [
    { field: "school_year_id", code: "school_year_unavailable" },
    { field: "student_email", code: "invalid_email" },
    { field: "seed", code: "invalid_value" },
  ]);
  expect(words(refused)).toEqual([
    { words: expect.stringContaining("ya no admite solicitudes") },
    { field: "student_email", words: expect.stringContaining("correo") },
    { words: "…" },
  ]);
  expect(words(new AppError("transition_not_allowed"))).toEqual([{ words: "…" }]);
});
