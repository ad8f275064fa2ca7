import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { getCourseOptions } from "@/app/[locale]/_lib/course-options";
import {
  getCountryOptions,
  getPrefixOptions,
  getYearOptions,
} from "@/components/wizard/fields/select-options";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { canStart } from "@/lib/catalogue/suggest-courses";
import { getTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { getAge } from "@/lib/platform/dates";
import { getNationalLengths, listCallingCodes } from "@/lib/reference/phone-numbers";
import type { Settings } from "@/lib/school/settings";
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
    const [t, format, terms] = await Promise.all([
      getTranslations("wizard"),
      getFormatter(),
      getTerms(locale),
    ]);
    const { answers, branch, content, unasked } = flow;
    const year = school.years.find(({ id }) => id === answers.school_year_id);
    const born = answers.student_birth_date;
    const { today, minorsWithoutEmail } = school.context;
    const { contact_email: email, contact_phone: phone } = school.settings;
    const held = requiresData(step, "facts") ? getStepInput(step, flow) : {};
    const studies = {
      year,
      offer: year && requiresData(step, "catalogue") ? school.catalogueOf(year.id) : undefined,
      born,
      chosen: requiresData(step, "facts") ? held : answers,
      played: held.student_experience_years,
      playedInstrument: held.student_experience_speciality,
    };
    const made = getCourseOptions(studies, school.settings, { t, locale });
    return {
      branch,
      ...made,
      same: requiresData(step, "facts")
        ? findSameCourse({ school, flow }, made.catalogue, locale)
        : undefined,
      sameSecond: findSameGuardian(getStepInput(step, flow), flow.before),
      tagged: createTaggedEmail(
        answers.guardian_email,
        answers.student_name ?? t("fields.has_student_email.name"),
      ),
      unasked,
      several: countChildren(content) > 1,
      contact: { email, phone },
      termsUrl: terms.url,
      age: typeof born === "string" ? getAge(born, today) : undefined,
      years: getYearOptions(school.open, today, { t, locale }),
      exampleYear: Number(today.slice(0, 4)) - 12,
      ...getCountryLists(locale, school.settings),
      emailOptional: minorsWithoutEmail,
      notAsked: skippedSteps.filter((one) =>
        listFields(one, branch).every((field) => answers[field] === undefined),
      ),
      last:
        requiresData(step, "catalogue") && content.known?.returns
          ? await findLastStudies(content.student ?? "")
          : undefined,
      merits: year && getClaims(locale, school.merits.get(year.id)),
      cleared: content.cleared ? format.list(content.cleared) : "",
    };
  },
);

function getClaims(locale: Locale, asked: ClaimForm): StepFieldData["merits"] {
  return (
    asked && {
      choices: asked.claims.map((one) => ({
        value: one.code,
        label: one[locale],
        points: one.points,
        shared: one.source === "shares",
      })),
      ours: asked.counted.map((one) => ({
        label: one[locale],
        points: one.points,
        isMark: one.source === "mark",
      })),
    }
  );
}

/** The last sibling's course, if this child can start it too. */
function findSameCourse(
  { school, flow }: Pick<StepData, "school" | "flow">,
  { syllabi, student }: StepFieldData["catalogue"],
  locale: Locale,
): StepFieldData["same"] {
  const { content } = flow;
  const others = getDraftStudents(flow, school, locale).filter(
    ({ key, wish }) => key !== (content.key ?? 0) && wish.text,
  );
  const other = others.at(-1);
  const fields = ["student_speciality_option1", "student_syllabi_option1"] as const;
  const course = syllabi.find(({ id }) => id === other?.answers.student_syllabi_option1);
  const instrument = Number(other?.answers.student_speciality_option1) || undefined;
  if (!other || (course && !canStart(course, { ...student, instrument }))) return;
  return {
    child: other.key,
    name: other.firstName,
    wish: other.wish,
    choices: toRawInput(other.answers, fields),
  };
}

/** The second guardian copied from a previous child. */
function findSameGuardian({ second_guardian_email: email }: RawInput, before: Answers[]) {
  const other = before.find((child) => email && child.second_guardian_email === email);
  return other && email ? { child: String(other.student_name), email } : undefined;
}

type Places = Pick<StepFieldData, "countries" | "prefixes" | "phoneLengths">;

const places = new WeakMap<Settings, Map<string, Places>>();

/** Cached: sorting names is the slowest part of a page. */
function getCountryLists(locale: string, settings: Settings): Places {
  const byLocale = places.get(settings) ?? new Map<string, Places>();
  places.set(settings, byLocale);
  const known = byLocale.get(locale) ?? readPlaces(locale, settings);
  byLocale.set(locale, known);
  return known;
}

function readPlaces(locale: string, { supported_countries: countries }: Settings): Places {
  const codes = listCallingCodes(countries);
  return {
    countries: getCountryOptions(countries, locale),
    prefixes: getPrefixOptions(codes, locale),
    phoneLengths: getNationalLengths(codes.map(({ prefix }) => prefix)),
  };
}
