import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import {
  CheckboxGroupField,
  CheckboxOption,
  CollapsedFields,
  HiddenField,
  SelectField,
  SubmitButton,
  TextField,
} from "@/components/forms/fields";
import { Disclosure } from "@/components/ui/disclosure";
import { listRoundLimits } from "@/lib/admission/draw/queries";
import { defaultCriteria, sharingCriterion } from "@/lib/admission/plan/criteria";
import { roundDays } from "@/lib/admission/plan/round-changes";
import type { Round } from "@/lib/admission/round";
import { createPlaceNamer } from "@/lib/decisions/place";
import { toDay } from "@/lib/platform/dates";
import { planRoundAction } from "../actions";
import { formatPlaceValue } from "../move/place-value";
import { listOwnCriteria, toPlanValues } from "../plan-criteria";
import { getOwnFieldName, getPointsFieldName, OWN_ROWS } from "../round-schemas";

type Props = {
  year: number;
  /** Undefined for a new round. */
  round?: Round;
};

/** Plans or corrects a round: name, dates, criteria and excluded places (admission 1). */
export async function PlanForm({ year, round }: Props) {
  const [t, changeTexts, locale] = await Promise.all([
    getTranslations("desk.round.plan"),
    getTranslations("desk.round.change"),
    getLocale(),
  ]);
  const values = round ? toPlanValues(round) : {};
  const isOpen = round?.state === "open";
  return (
    <>
      {!round && <p className="mb-6 max-w-measure">{t("lead")}</p>}
      <DeskForm name="plan" action={planRoundAction} className="max-w-column">
        <input type="hidden" name="year" value={year} />
        {round && <input type="hidden" name="code" value={round.code} />}
        {round && <HiddenField name="version" value={String(round.version)} />}
        <TextField name="name" label={t("name")} hint={t("nameHint")} defaultValue={round?.name} />
        {!isOpen && <DrawFields round={round} />}
        <div className="grid items-end gap-x-5 sm:grid-cols-2">
          {roundDays.map((day) => (
            <TextField
              key={day}
              name={day}
              type="date"
              label={t(`days.${day}`)}
              defaultValue={round?.[day] ? toDay(round[day]) : undefined}
            />
          ))}
        </div>
        <UsualCriteria values={values} />
        <OwnCriteria values={values} count={round ? listOwnCriteria(round.criteria).length : 0} />
        <CheckboxOption
          id="share"
          name="share"
          value="yes"
          label={sharingCriterion[locale]}
          defaultChecked={round?.criteria.some(({ source }) => source === "shares")}
        />
        <LeftOutPlaces year={year} round={round} />
        {isOpen && <TextField name="reason" label={changeTexts("reason")} hint={changeTexts("reasonHint")} />}
        <SubmitButton>{round ? changeTexts("save") : t("submit")}</SubmitButton>
      </DeskForm>
    </>
  );
}

/** Input and method of the draw; fixed once the round is public. */
async function DrawFields({ round }: { round: Round | undefined }) {
  const t = await getTranslations("desk.round.plan");
  return (
    <>
      <TextField
        name="round"
        label={t("code")}
        hint={t("codeHint")}
        defaultValue={round?.code}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        name="method"
        label={t("method")}
        defaultValue={round?.method ?? "numbers"}
        options={[
          { value: "numbers", label: t("numbers") },
          { value: "start", label: t("start") },
        ]}
      />
    </>
  );
}

type FieldValues = { values: Record<string, string> };

/** Points of the usual criteria; empty excludes one. */
async function UsualCriteria({ values }: FieldValues) {
  const [t, locale] = await Promise.all([getTranslations("desk.round.plan"), getLocale()]);
  const field = (name: string) => ({ name, defaultValue: values[name] });
  return (
    <>
      <h2 className="mb-3 text-heading">{t("criteria")}</h2>
      <p className="mb-4 text-muted">{t("criteriaHint")}</p>
      <div className="grid items-end gap-x-5 sm:grid-cols-2">
        {defaultCriteria.map(({ code, points, ...names }) => (
          <Count
            key={code}
            {...field(getPointsFieldName(code))}
            label={names[locale]}
            placeholder={String(points)}
          />
        ))}
      </div>
      <div className="grid items-end gap-x-5 sm:grid-cols-2">
        <Count {...field(getPointsFieldName("asked_before"))} label={t("askedPoints")} placeholder="1" />
        <Count {...field("askedYears")} label={t("askedYears")} hint={t("askedYearsHint")} />
      </div>
      <div className="grid items-end gap-x-5 sm:grid-cols-3">
        <Count
          {...field(getPointsFieldName("age"))}
          label={t("agePoints")}
          hint={t("ageHint")}
          placeholder="1"
        />
        <Count {...field("ageFrom")} label={t("ageFrom")} hint={t("ageBlank")} />
        <Count {...field("ageUpTo")} label={t("ageUpTo")} hint={t("ageBlank")} />
      </div>
    </>
  );
}

const BLANK_ROWS = 2;

async function OwnCriteria({ values, count }: FieldValues & { count: number }) {
  const t = await getTranslations("desk.round.own");
  const Details = count > 0 ? Disclosure : CollapsedFields;
  const rows = Array.from({ length: Math.min(count + BLANK_ROWS, OWN_ROWS) }, (_, row) => row);
  return (
    <Details summary={t("title")} open={count > 0} className="mb-6">
      <p className="mb-4 text-muted">{t("lead")}</p>
      {rows.map((row) => {
        const field = (name: string) => ({
          name: getOwnFieldName(name, row),
          defaultValue: values[getOwnFieldName(name, row)],
        });
        const { name: sensitive, defaultValue: isSensitive } = field("sensitive");
        const code = field("code");
        return (
          <fieldset key={row} className="mb-6">
            <legend className="mb-2 font-semibold">{t("row", { number: row + 1 })}</legend>
            <input type="hidden" name={code.name} value={code.defaultValue ?? ""} />
            {(["es", "ca", "en"] as const).map((language) => (
              <TextField
                key={language}
                {...field(language)}
                label={t(language)}
                lang={language}
                maxLength={120}
              />
            ))}
            <div className="grid items-end gap-x-5 sm:grid-cols-2">
              <Count {...field("points")} label={t("points")} />
              <SelectField
                {...field("source")}
                label={t("source")}
                options={[
                  { value: "claimed", label: t("claimed") },
                  { value: "mark", label: t("mark") },
                ]}
              />
            </div>
            <CheckboxOption
              id={sensitive}
              name={sensitive}
              value="yes"
              label={t("sensitive")}
              defaultChecked={isSensitive === "yes"}
            />
          </fieldset>
        );
      })}
    </Details>
  );
}

/** Limits of the year that the round does not assign. */
async function LeftOutPlaces({ year, round }: { year: number; round: Round | undefined }) {
  const [t, { limits, leftOut }, getName] = await Promise.all([
    getTranslations("desk.round.plan"),
    listRoundLimits(year, round?.id),
    createPlaceNamer(year),
  ]);
  if (limits.length === 0) return null;
  return (
    <Disclosure summary={t("leftOut")} open={leftOut.length > 0} className="mb-6">
      <CheckboxGroupField
        name="leftOut"
        label={t("leftOutHint")}
        checked={leftOut.map(formatPlaceValue)}
        options={limits.map((limit) => ({
          value: formatPlaceValue(limit),
          label: getName(limit),
          hint: t("places", { places: limit.places }),
        }))}
      />
    </Disclosure>
  );
}

const Count = (
  props: Pick<ComponentProps<typeof TextField>, "name" | "label" | "hint" | "placeholder" | "defaultValue">,
) => <TextField inputMode="numeric" autoComplete="off" {...props} className="max-w-24" />;
