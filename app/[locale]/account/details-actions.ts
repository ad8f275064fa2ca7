"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { changeChoices } from "@/lib/family/choices";
import { askCorrection } from "@/lib/family/corrections";
import { changeOwnContact } from "@/lib/family/details";
import { sentEnrollment } from "@/lib/family/sent";
import { checkFields } from "../check-fields";
import { asFamily, field } from "./act";
import { choiceFields, contactFields, correctionFields } from "./fields";

/** Phone and address, for the person and the children who live there. */
export async function changeContactAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    const checked = await checkFields(form, contactFields, "minor");
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
}

/** What is left blank stays as it is. */
export async function askCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.details");
  return asFamily(form, async (personId) => {
    const given = correctionFields.filter((name) =>
      [name, `${name}_day`, `${name}_month`, `${name}_year`].some((control) => field(form, control).trim()),
    );
    if (!given.some((name) => name !== "student_document_type"))
      return { problems: [{ field: "student_name", words: t("nothing") }] };
    const checked = await checkFields(form, given, "minor");
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
    await askCorrection(personId, field(form, "person"), wanted, new Date());
    return { goTo: "/account/details?said=asked" };
  });
}

/** What is wished for, by the same rules as in the form. */
export async function changeChoicesAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    const reference = field(form, "reference");
    const sent = await sentEnrollment(personId, reference, new Date());
    const answers = { school_year_id: sent?.schoolYearId };
    const checked = await checkFields(form, choiceFields, "minor", answers);
    if ("problems" in checked) return checked;
    const of = (list: "student_speciality_option" | "student_syllabi_option") =>
      ([1, 2, 3] as const).flatMap((option) => {
        const id = checked.values[`${list}${option}`];
        return typeof id === "number" ? [{ option, id }] : [];
      });
    const choices = { specialities: of("student_speciality_option"), syllabi: of("student_syllabi_option") };
    await changeChoices(personId, reference, choices, new Date());
    return { goTo: `/account/enrollments/${reference}?said=chosen` };
  });
}
