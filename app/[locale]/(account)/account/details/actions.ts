"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import type { FieldName } from "@/lib/enrollment/fields";
import { getFieldColumn } from "@/lib/enrollment/stored-answers";
import type { Contact, PersonCorrection } from "@/lib/enrollment/writes";
import { correctUndeliveredEmail, requestEmailChange } from "@/lib/family/email/verbs";
import { changeMailLanguage, changeOwnContact, requestCorrection } from "@/lib/family/verbs";
import { locales } from "@/lib/i18n/locales";
import { isUuid } from "@/lib/platform/schema";
import { listControls } from "@/lib/wizard/form-values";
import type { Answers } from "@/lib/wizard/types";

// Fields of the enrollment form, with the same names.

const contactFields = [
  "guardian_phone_country_code",
  "guardian_phone",
  "guardian_country",
  "guardian_address",
  "guardian_zip_code",
  "guardian_city",
] as const;

const correctionFields = [
  "student_name",
  "student_surname",
  "student_birth_date",
  "student_document_type",
  "student_document",
] as const;

/** For the person and the children at the same address. */
export const changeContactAction = createAccountAction(z.object({}), async (personId, _, form) => {
  const t = await getTranslations("account.details");
  const ownTexts = { "guardian_phone.two_phones": t("onePhone") };
  const validated = await validateFields(form, contactFields, "minor", {}, { ownTexts });
  if ("problems" in validated) return validated;
  await changeOwnContact(personId, toColumns(contactFields, validated.values) as Contact, new Date());
  return { redirect: "/account/details?said=contact" };
});

export const changeMailLanguageAction = createAccountAction(
  z.object({ mail_language: z.enum(locales) }),
  async (personId, { mail_language: locale }) => {
    await changeMailLanguage(personId, locale, new Date());
    return { redirect: "/account/details?said=contact" };
  },
);

/** Empty fields are not changed. */
export const requestCorrectionAction = createAccountAction(
  z.object({ person: optionalText }),
  async (personId, { person }, form) => {
    const filledFields = correctionFields.filter((name) =>
      listControls([name]).some((control) => String(form.get(control) ?? "").trim()),
    );
    if (!filledFields.some((name) => name !== "student_document_type")) {
      const t = await getTranslations("account.details");
      return { problems: [{ field: "student_name", text: t("nothing") }] };
    }
    const validated = await validateFields(form, filledFields, "minor");
    if ("problems" in validated) return validated;
    const { documentType, ...requested }: PersonCorrection = toColumns(filledFields, validated.values);
    const correction = { ...requested, ...(requested.document && { documentType }) };
    await requestCorrection(personId, person, correction, new Date());
    return { redirect: "/account/details?said=asked" };
  },
);

const passwordSchema = z.object({ password: optionalText });

/** The new address counts after its link was confirmed (families 11). */
export const requestEmailChangeAction = createAccountAction(
  passwordSchema,
  async (personId, { password }, form) => {
    const validated = await validateFields(form, ["guardian_email"], "minor");
    if ("problems" in validated) return validated;
    const email = String(validated.values.guardian_email);
    const change = { email, password, address: await getClientAddress() };
    const outcome = await requestEmailChange(personId, change, new Date());
    if (outcome === "sent") return { redirect: "/account/details?said=emailAsked" };
    return toEmailProblem(outcome === "same" ? "guardian_email" : "password", outcome);
  },
);

/** For an address to which no mail was delivered (families 10). */
export const correctUndeliveredEmailAction = createAccountAction(
  z.object({ person: optionalText }),
  async (personId, { person }, form) => {
    const validated = await validateFields(form, ["second_guardian_email"], "minor");
    if ("problems" in validated) return validated;
    const email = String(validated.values.second_guardian_email ?? "");
    if (!isUuid(person) || email === "") return toEmailProblem("second_guardian_email", "refused");
    const outcome = await correctUndeliveredEmail(personId, person, email, new Date());
    if (outcome === "corrected") return { redirect: "/account/details?said=emailCorrected" };
    return toEmailProblem("second_guardian_email", outcome);
  },
);

const toColumns = (fields: readonly FieldName[], values: Answers) =>
  Object.fromEntries(fields.map((field) => [getFieldColumn(field), values[field]]));

async function toEmailProblem(field: string, reason: "same" | "wrong" | "limited" | "refused") {
  const t = await getTranslations("account.details");
  return { problems: [{ field, text: t(`emailProblems.${reason}`) }] };
}
