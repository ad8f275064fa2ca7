import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { getCountryLists } from "@/app/[locale]/_lib/country-lists";
import { getCourseOptions } from "@/app/[locale]/_lib/course-options";
import { getYearOptions } from "@/components/wizard/fields/select-options";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { getNameIn, joinNames } from "@/lib/catalogue/names";
import { canStart } from "@/lib/catalogue/suggest-courses";
import { getTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { getAge } from "@/lib/platform/dates";
import { createTaggedEmail } from "@/lib/wizard/child-email";
import { countChildren } from "@/lib/wizard/drafts/children";
import { getStepInput } from "@/lib/wizard/drafts/form-flow";
import { findLastStudies } from "@/lib/wizard/drafts/queries";
import { toRawInput } from "@/lib/wizard/form-values";
import { listFields, requiresData, type StepId, skippedSteps } from "@/lib/wizard/steps";
import type { Answers, RawInput } from "@/lib/wizard/types";
import { getDraftStudents } from "../_lib/draft-students";
import type { StepData } from "../_lib/step-data";

type ClaimForm = ReturnType<StepData["school"]["merits"]["get"]>;

/** Texts and options of a step; cached for the request. */
export const getStepFieldData = cache(
  async (step: StepId, { school, flow }: StepData): Promise<StepFieldData> => {
    const locale = await getLocale();
    const [t, terms] = await Promise.all([getTranslations("wizard"), getTerms(locale)]);
    const { answers, branch, content, unasked } = flow;
    const year = school.years.find(({ id }) => id === answers.school_year_id);
    const birthDate = answers.student_birth_date;
    const { today, minorsWithoutEmail } = school.context;
    const stepInput = requiresData(step, "facts") ? getStepInput(step, flow) : {};
    const studies = {
      year,
      yearCatalogue: year && requiresData(step, "catalogue") ? school.getCatalogue(year.id) : undefined,
      birthDate,
      choices: requiresData(step, "facts") ? stepInput : answers,
      experience: stepInput.student_experience_years,
      experienceInstrument: stepInput.student_experience_speciality,
    };
    const courseOptions = getCourseOptions(studies, school.settings, { t, locale });
    return {
      branch,
      ...courseOptions,
      siblingCourse: requiresData(step, "facts")
        ? findSameCourse({ school, flow }, courseOptions.catalogue, locale)
        : undefined,
      previousGuardian: findSameGuardian(getStepInput(step, flow), flow.siblings),
      generatedEmail: createTaggedEmail(
        answers.guardian_email,
        answers.student_name ?? t("fields.has_student_email.name"),
      ),
      hiddenFields: unasked,
      severalChildren: countChildren(content) > 1,
      termsUrl: terms.url,
      age: typeof birthDate === "string" ? getAge(birthDate, today) : undefined,
      years: getYearOptions(school.openYears, today, { t, locale }),
      exampleYear: Number(today.slice(0, 4)) - 12,
      ...getCountryLists(locale, school.settings),
      emailOptional: minorsWithoutEmail,
      skippedSteps: skippedSteps.filter((skipped) =>
        listFields(skipped, branch).every((field) => answers[field] === undefined),
      ),
      lastCourses:
        requiresData(step, "catalogue") && content.known?.returns
          ? await findLastStudies(content.student ?? "", locale)
          : undefined,
      claims: year && getClaims(locale, school.merits.get(year.id)),
      clearedChoices:
        content.cleared &&
        joinNames(
          content.cleared.map((item) => getNameIn(item, locale)),
          ", ",
        ),
    };
  },
);

function getClaims(locale: Locale, form: ClaimForm): StepFieldData["claims"] {
  return (
    form && {
      choices: form.claims.map(({ code, points, source, ...texts }) => ({
        value: code,
        label: texts[locale],
        points,
        shared: source === "shares",
      })),
      schoolCriteria: form.counted.map((criterion) => ({
        label: criterion[locale],
        points: criterion.points,
        isMaximum: criterion.source === "mark",
      })),
    }
  );
}

/** The last sibling's course, if this child can start it too. */
function findSameCourse(
  { school, flow }: Pick<StepData, "school" | "flow">,
  { syllabi, student }: StepFieldData["catalogue"],
  locale: Locale,
): StepFieldData["siblingCourse"] {
  const { content } = flow;
  const siblings = getDraftStudents(flow, school, locale).filter(
    ({ key, course }) => key !== (content.key ?? 0) && course.text,
  );
  const sibling = siblings.at(-1);
  const fields = ["student_speciality_option1", "student_syllabi_option1"] as const;
  const course = syllabi.find(({ id }) => id === sibling?.answers.student_syllabi_option1);
  const instrument = Number(sibling?.answers.student_speciality_option1) || undefined;
  if (!sibling || (course && !canStart(course, { ...student, instrument }))) return;
  return {
    child: sibling.key,
    name: sibling.firstName,
    course: sibling.course,
    choices: toRawInput(sibling.answers, fields),
  };
}

/** The second guardian copied from a previous child. */
function findSameGuardian({ second_guardian_email: email }: RawInput, siblings: Answers[]) {
  const sibling = siblings.find((child) => email && child.second_guardian_email === email);
  return sibling && email ? { child: String(sibling.student_name), email } : undefined;
}
