"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { createAccountAction, optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { correctUndeliveredEmail, requestEmailChange } from "@/lib/family/email/verbs";
import { changeOwnContact, requestCorrection } from "@/lib/family/verbs";
import { isUuid } from "@/lib/platform/schema";
import { listControls } from "@/lib/wizard/form-values";
import type { FormField } from "@/lib/wizard/types";

// Fields of the enrollment form, with the same names.

const contactFields = [
  "guardian_phone_country_code",
  "guardian_phone",
  "guardian_country",
  "guardian_address",
  "guardian_zip_code",
  "guardian_city",
] as const satisfies FormField[];

const correctionFields = [
  "student_name",
  "student_surname",
  "student_birth_date",
  "student_document_type",
  "student_document",
] as const satisfies FormField[];

/** For the person and the children at the same address. */
export const changeContactAction = createAccountAction(z.object({}), async (personId, _, form) => {
  const checked = await validateFields(form, contactFields, "minor");
  if ("problems" in checked) return checked;
  const of = (name: (typeof contactFields)[number]) => String(checked.values[name]);
  await changeOwnContact(
    personId,
    {
      phoneCountryCode: of("guardian_phone_country_code"),
      phone: of("guardian_phone"),
      country: of("guardian_country"),
      address: of("guardian_address"),
      zipCode: of("guardian_zip_code"),
      city: of("guardian_city"),
    },
    new Date(),
  );
  return { goTo: "/account/details?said=contact" };
});

/** Empty fields are not changed. */
export const requestCorrectionAction = createAccountAction(
  z.object({ person: optionalText }),
  async (personId, { person }, form) => {
    const given = correctionFields.filter((name) =>
      listControls([name]).some((control) => String(form.get(control) ?? "").trim()),
    );
    if (!given.some((name) => name !== "student_document_type")) {
      const t = await getTranslations("account.details");
      return { problems: [{ field: "student_name", words: t("nothing") }] };
    }
    const checked = await validateFields(form, given, "minor");
    if ("problems" in checked) return checked;
    const of = (name: (typeof correctionFields)[number]) => {
      const value = checked.values[name];
      return typeof value === "string" ? value : undefined;
    };
    const wanted = {
      name: of("student_name"),
      surname: of("student_surname"),
      birthDate: of("student_birth_date"),
      documentType: of("student_document") && of("student_document_type"),
      document: of("student_document"),
    };
    await requestCorrection(personId, person, wanted, new Date());
    return { goTo: "/account/details?said=asked" };
  },
);

const withPassword = z.object({ password: optionalText });

/** The new address counts after its link was confirmed (families 11). */
export const requestEmailChangeAction = createAccountAction(
  withPassword,
  async (personId, { password }, form) => {
    const checked = await validateFields(form, ["guardian_email"], "minor");
    if ("problems" in checked) return checked;
    const email = String(checked.values.guardian_email);
    const wish = { email, password, address: await getClientAddress() };
    const outcome = await requestEmailChange(personId, wish, new Date());
    if (outcome === "asked") return { goTo: "/account/details?said=emailAsked" };
    return toEmailProblem(outcome === "same" ? "guardian_email" : "password", outcome);
  },
);

/** For an address to which no mail was delivered (families 10). */
export const correctUndeliveredEmailAction = createAccountAction(
  z.object({ person: optionalText }),
  async (personId, { person }, form) => {
    const checked = await validateFields(form, ["second_guardian_email"], "minor");
    if ("problems" in checked) return checked;
    const email = String(checked.values.second_guardian_email ?? "");
    if (!isUuid(person) || email === "") return toEmailProblem("second_guardian_email", "refused");
    const outcome = await correctUndeliveredEmail(personId, person, email, new Date());
    if (outcome === "corrected") return { goTo: "/account/details?said=emailCorrected" };
    return toEmailProblem("second_guardian_email", outcome);
  },
);

async function toEmailProblem(field: string, why: "same" | "wrong" | "limited" | "refused") {
  const t = await getTranslations("account.details");
  return { problems: [{ field, words: t(`emailProblems.${why}`) }] };
}
