import { useLocale, useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import {
  AnswerPreview,
  ColorPreview,
  NamePreview,
} from "@/app/[locale]/desk/(school)/settings/[name]/setting-previews";
import { saveSettingAction } from "@/app/[locale]/desk/(school)/settings/actions";
import { formatCountries } from "@/app/[locale]/desk/(school)/settings/countries";
import { useSettingTexts } from "@/app/[locale]/desk/(school)/settings/setting-texts";
import { DeskPage } from "@/components/desk/desk-page";
import {
  HiddenField,
  PreviewButton,
  RadioField,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from "@/components/forms/fields";
import { readSettingDetails, type SettingDetails } from "@/lib/desk/settings/queries";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday, getSettingControl, type SettingName, settingNames } from "@/lib/school/settings";

/** One setting with its effect and preview (desk 30). */
export default defineDeskPage(
  "change_settings",
  "desk.settings",
  async ({ t, actor, params: { name: requested } }) => {
    const name = settingNames.find((name) => name === requested);
    if (!name) return;
    const [{ settings }, today] = await Promise.all([readSettingDetails(actor), getSchoolToday()]);
    const setting = settings.get(name);
    return (
      <DeskPage back={{ href: "/desk/settings", text: t("title") }}>
        {setting && <SettingForm setting={setting} today={today} />}
      </DeskPage>
    );
  },
);

type Props = { setting: SettingDetails; today: Day };

/** Description, value, history and control. */
function SettingForm({ setting, today }: Props) {
  const t = useTranslations("desk.settings");
  const { formatValue, formatChange } = useSettingTexts();
  const { name, text, last } = setting;
  return (
    <DeskForm
      name={`setting-${name}`}
      action={saveSettingAction}
      title={t(`rows.${name}.label`)}
      className="max-w-column"
      above={
        <>
          <p className="mb-2 max-w-measure">{t(`rows.${name}.does`)}</p>
          <p className="mb-6 text-small text-muted">
            {last ? formatChange(last) : t("never")}
            {last?.old !== undefined && `. ${t("before", { value: formatValue(name, last.old) })}`}
          </p>
        </>
      }
    >
      <input type="hidden" name="setting" value={name} />
      <HiddenField name="was" value={text} />
      <SettingControl name={name} text={text} today={today} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("save")}</SubmitButton>
        {settingsWithPreview.has(name) && (
          <noscript>
            <PreviewButton>{t("look")}</PreviewButton>
          </noscript>
        )}
      </div>
    </DeskForm>
  );
}

/** Settings with a preview. */
const settingsWithPreview = new Set<SettingName>(["school_name", "school_color", "answer_within_days"]);

type SettingControlProps = { name: SettingName; text: string; today: Day };

/** The control for the setting's schema. */
function SettingControl({ name, text, today }: SettingControlProps) {
  const t = useTranslations("desk.settings");
  const control = getSettingControl(name);
  const field = { name, label: t("value"), defaultValue: text };
  switch (control.kind) {
    case "flag":
    case "choice":
      return <ChoiceField {...field} setting={name} {...control} />;
    case "countries":
      return <CountriesField {...field} />;
    case "zone":
      return <TimeZoneField {...field} />;
    case "day":
      return <TextField {...field} type="date" hint={t("dayHint")} className="max-w-60" />;
    case "color":
      return <ColorPreview {...field} texts={getColorTexts(t)} />;
    case "number":
      return <NumberField {...field} {...control} today={today} />;
    case "line":
      return name === "school_name" ? (
        <NamePreview {...field} title={t("preview.title")} />
      ) : (
        <TextField {...field} autoComplete="off" />
      );
    case "url":
      return <TextField {...field} type="url" hint={t("urlHint")} autoComplete="off" />;
    case "email":
      return <TextField {...field} type="email" autoComplete="off" />;
  }
}

type Field = { name: string; label: string; defaultValue: string };

function ChoiceField({
  setting,
  kind,
  options = ["true", "false"],
  ...field
}: Field & { setting: string; kind: string; options?: string[] }) {
  const t = useTranslations("desk.settings");
  const textKey = kind === "flag" ? "flags" : `options.${setting}`;
  const choices = options.map((value) => ({ value, label: t(`${textKey}.${value}` as "none") }));
  return <RadioField {...field} choices={choices} />;
}

type NumberProps = Field & Extract<ReturnType<typeof getSettingControl>, { kind: "number" }> & { today: Day };

function NumberField({ kind, min, max, unit, today, ...field }: NumberProps) {
  const t = useTranslations("desk.settings");
  const number = {
    ...field,
    label: t(`of.${unit}`),
    hint: t("between", { least: min, most: max }),
    inputMode: "numeric" as const,
    autoComplete: "off",
    className: "max-w-28",
  };
  const locale = useLocale();
  if (field.name !== "answer_within_days") return <TextField {...number} />;
  return (
    <AnswerPreview {...number} today={today} locale={locale} text={t("preview.answer", { day: "{day}" })} />
  );
}

function TimeZoneField({ defaultValue, ...field }: Field) {
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), defaultValue])].sort();
  const options = zones.map((value) => ({ value, label: value.replaceAll("_", " ") }));
  return <SelectField {...field} defaultValue={defaultValue} options={options} />;
}

function CountriesField({ defaultValue, ...field }: Field) {
  const t = useTranslations("desk.settings");
  const locale = useLocale();
  const names = defaultValue === "all" ? [] : formatCountries(defaultValue.split(","), locale);
  return <TextAreaField {...field} defaultValue={names.join("\n")} hint={t("countriesHint")} rows={8} />;
}

const getColorTexts = (t: ReturnType<typeof useTranslations<"desk.settings">>) => ({
  title: t("preview.title"),
  light: t("preview.light"),
  dark: t("preview.dark"),
  button: t("preview.button"),
  link: t("preview.link"),
});
