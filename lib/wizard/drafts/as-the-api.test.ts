import fc from "fast-check";
import { expect, test } from "vitest";
import { addRules, adultRules, minorRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { createFormFlow, listAskedFields, validateStep } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { toRawInput } from "@/lib/wizard/form-values";
import { allFields } from "@/lib/wizard/questions";
import type { Answers, Branch, FormField } from "@/lib/wizard/types";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";

const { current: ids } = await seedDemoSchool();
const school = await getFormSchool();

/** Everything that can be said, by whoever says all of it. */
function everything(branch: Branch): Answers {
  const { terms_and_conditions, ...body } =
    branch === "adult"
      ? anAdult({ school_year_id: ids.id })
      : aMinor({ guardians: 2, school_year_id: ids.id });
  return {
    student_document_type: "passport",
    student_document: "P1234567",
    student_phone: "600111222",
    student_phone_country_code: "+34",
    student_country: "fr",
    student_city: "Perpinyà",
    student_zip_code: "66000",
    student_address: "Rue de la Loge 5",
    student_experience_speciality: ids.specialities[0],
    student_experience_years: 3,
    student_speciality_option1: ids.specialities[0],
    student_speciality_option2: ids.specialities[1],
    student_speciality_option3: ids.specialities[2],
    student_syllabi_option1: ids.syllabi[0],
    student_syllabi_option2: ids.syllabi[1],
    student_syllabi_option3: ids.syllabi[2],
    enrollment_observations: "Canta.",
    ...body,
    ...(branch === "minor" && { has_student_email: "yes", has_second_guardian: "yes" }),
  };
}

/** What may stand in a control in the place of what should: nothing, too much, nonsense, or what stands in another one. */
const slips = fc.oneof(
  fc.constantFrom<unknown>(
    ...[undefined, "x", "x".repeat(201), "x".repeat(5001), "12345678A", "xx", "+999", "0", 0, 999_999_999],
    ...["no@", "a@b.c", "1899-12-31", "2014-02-31", "2999-01-01", "2020-01-01", "1906-01-01"],
  ),
  fc.record({ as: fc.nat(100) }),
);
const mistakes = fc.array(fc.tuple(fc.nat(100), slips), { minLength: 1, maxLength: 3 });

/** Whose branch is the other one, or none, has other fields; the form's own questions are none of the API's. */
const changeable = (all: Answers) =>
  (Object.keys(all) as FormField[]).filter((field) => !/^(has_|student_birth_date)/.test(field));

function withMistakes(all: Answers, made: [number, unknown][]): Answers {
  const fields = changeable(all);
  const changed = made.map(([at, slip]) => {
    const other = (slip as { as?: number } | undefined)?.as;
    const field = fields[at % fields.length] as FormField;
    const value = other === undefined ? slip : all[fields[other % fields.length] as FormField];
    return [field, value === undefined || typeof all[field] === "number" ? value : String(value)];
  });
  return { ...all, ...Object.fromEntries(changed) };
}

/**
 * What people can mend and programs need not; to the API a minor's document may come without its type, and nobody says
 * that there is a second guardian without their address.
 */
const OWN =
  /choice_repeated|year_unlikely|zip_spain|^student_document_type required$|^second_guardian_email required$/;

/** Finer words of the form for what the API says in one. */
const asTheApi = (code: string) => (/^(incomplete|day|month|year)_/.test(code) ? "invalid_date" : code);

test.each(["adult", "minor"] as const)(
  "families 35: pages and API refuse the same fields of a student with the same codes (%s)",
  (branch) => {
    const all = everything(branch);
    fc.assert(
      fc.property(mistakes, (made) => {
        const answers = withMistakes(all, made);
        const flow = createFormFlow({ answers, done: allFields as string[] }, school);
        expect(flow.branch).toBe(branch);
        const steps = flow.steps.filter((step) => step !== "check");
        const checked = steps.map((step) =>
          validateStep(step, toRawInput(answers, listAskedFields(step, flow)), flow, school),
        );
        const values: Answers = Object.assign({}, ...checked.map((one) => one.values));
        const body = {
          ...values,
          school_year_id: values.school_year_id ?? flow.answers.school_year_id, // the only one is not asked
          terms_and_conditions: true,
        };
        const schema =
          branch === "adult"
            ? addRules(adultEnrollmentSchema, adultRules, school.context)
            : addRules(minorEnrollmentSchema, minorRules, school.context);
        const byApi: Record<string, string> = {};
        for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
          byApi[String(path[0])] ??= message;
        const byForm = Object.assign({}, ...checked.map((one) => one.problems)) as Record<string, string>;
        const apiCodes = Object.entries(byForm).filter(
          ([field, code]) => !OWN.test(`${field} ${code}`) || field in byApi,
        );
        expect(Object.fromEntries(apiCodes.map(([field, code]) => [field, asTheApi(code)]))).toEqual(byApi);
      }),
      { numRuns: 400 },
    );
  },
);
