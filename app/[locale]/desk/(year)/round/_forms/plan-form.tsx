import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { CheckboxField, SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { defaultCriteria, sharingCriterion } from "@/lib/admission/plan/usual-criteria";
import type { Locale } from "@/lib/i18n/locales";
import { planRoundAction } from "../actions";
import { getPointsFieldName } from "../round-schemas";

type Props = { year: { id: number; year: string } };

/** Plans a round: its name, its days, and what counts how much. */
export async function PlanForm({ year }: Props) {
  const [t, locale] = await Promise.all([getTranslations("desk.round.plan"), getLocale() as Promise<Locale>]);
  const days = ["meritsBy", "drawOn", "objectionsBy", "answerBy", "listedUntil"] as const;
  return (
    <>
      <p className="mb-6 max-w-measure">{t("lead")}</p>
      <DeskForm name="plan" action={planRoundAction} className="max-w-column">
        <input type="hidden" name="year" value={year.id} />
        <TextField name="name" label={t("name")} hint={t("nameHint")} />
        <TextField
          name="round"
          label={t("code")}
          hint={t("codeHint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          name="method"
          label={t("method")}
          defaultValue="numbers"
          options={[
            { value: "numbers", label: t("numbers") },
            { value: "start", label: t("start") },
          ]}
        />
        <div className="grid gap-x-5 sm:grid-cols-2">
          {days.map((day) => (
            <TextField key={day} name={day} type="date" label={t(day)} />
          ))}
        </div>
        <Counting />
        <CheckboxField name="share" label={sharingCriterion[locale]} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </DeskForm>
    </>
  );
}

/** How many points each of what schools usually count gives; blank leaves it out. */
async function Counting() {
  const [t, locale] = await Promise.all([getTranslations("desk.round.plan"), getLocale() as Promise<Locale>]);
  return (
    <>
      <h2 className="mb-3 text-heading">{t("criteria")}</h2>
      <p className="mb-4 text-muted">{t("criteriaHint")}</p>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {defaultCriteria.map(({ code, points, ...names }) => (
          <Count
            key={code}
            name={getPointsFieldName(code)}
            label={names[locale]}
            placeholder={String(points)}
          />
        ))}
      </div>
      <div className="grid items-end gap-x-5 sm:grid-cols-2">
        <Count name={getPointsFieldName("asked_before")} label={t("askedPoints")} placeholder="1" />
        <Count name="askedYears" label={t("askedYears")} hint={t("askedYearsHint")} />
      </div>
      <div className="grid items-end gap-x-5 sm:grid-cols-3">
        <Count name={getPointsFieldName("age")} label={t("agePoints")} hint={t("ageHint")} placeholder="1" />
        <Count name="ageFrom" label={t("ageFrom")} hint={t("ageBlank")} />
        <Count name="ageUpTo" label={t("ageUpTo")} hint={t("ageBlank")} />
      </div>
    </>
  );
}

const Count = (props: Pick<ComponentProps<typeof TextField>, "name" | "label" | "hint" | "placeholder">) => (
  <TextField inputMode="numeric" autoComplete="off" {...props} className="max-w-24" />
);
