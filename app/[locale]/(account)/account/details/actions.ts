"use server";

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { validateFields } from "@/app/[locale]/_lib/validate-fields";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { correctUndeliveredEmail, requestEmailChange } from "@/lib/family/email/verbs";
import { changeMailLanguage, changeOwnContact, requestCorrection } from "@/lib/family/verbs";
import { locales } from "@/lib/i18n/locales";
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
  const validated = await validateFields(form, contactFields, "minor");
  if ("problems" in validated) return validated;
  const getValue = (name: (typeof contactFields)[number]) => String(validated.values[name]);
  await changeOwnContact(
    personId,
    {
      phoneCountryCode: getValue("guardian_phone_country_code"),
      phone: getValue("guardian_phone"),
      country: getValue("guardian_country"),
      address: getValue("guardian_address"),
      zipCode: getValue("guardian_zip_code"),
      city: getValue("guardian_city"),
    },
    new Date(),
  );
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
    const getText = (name: (typeof correctionFields)[number]) => {
      const value = validated.values[name];
      return typeof value === "string" ? value : undefined;
    };
    const requested = {
      name: getText("student_name"),
      surname: getText("student_surname"),
      birthDate: getText("student_birth_date"),
      documentType: getText("student_document") && getText("student_document_type"),
      document: getText("student_document"),
    };
    await requestCorrection(personId, person, requested, new Date());
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

async function toEmailProblem(field: string, reason: "same" | "wrong" | "limited" | "refused") {
  const t = await getTranslations("account.details");
  return { problems: [{ field, text: t(`emailProblems.${reason}`) }] };
}
