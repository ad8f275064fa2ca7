import { getLocale, getTranslations } from "next-intl/server";
import { Choice, Submit, TextField, Tick } from "@/components/action/fields";
import { sharing, usualCriteria } from "@/lib/admission/usual-criteria";
import type { Locale } from "@/lib/i18n/locales";
import { DeskForm } from "../desk-form";
import { planAction } from "./actions";
import { pointsField } from "./schema";

type Props = { year: { id: number; year: string } };

/** Plans a round: its name, its days, and what counts how much. */
export async function PlanForm({ year }: Props) {
  const [t, locale] = await Promise.all([getTranslations("desk.round.plan"), getLocale() as Promise<Locale>]);
  const days = ["meritsBy", "objectionsBy", "answerBy", "listedUntil"] as const;
  return (
    <>
      <p className="mb-6 max-w-measure">{t("lead")}</p>
      <DeskForm name="plan" action={planAction} className="max-w-column">
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
        <Choice
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
        <Tick name="share" label={sharing[locale]} />
        <Submit>{t("submit")}</Submit>
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
        {usualCriteria.map(({ code, points, ...names }) => (
          <TextField
            key={code}
            name={pointsField(code)}
            label={names[locale]}
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(points)}
            className="max-w-24"
          />
        ))}
        <TextField
          name={pointsField("age")}
          label={t("agePoints")}
          inputMode="numeric"
          autoComplete="off"
          placeholder="1"
          className="max-w-24"
        />
        <TextField
          name="ageUpTo"
          label={t("ageUpTo")}
          hint={t("ageUpToHint")}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-24"
        />
      </div>
    </>
  );
}
