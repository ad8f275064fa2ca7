import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { AfterPreview, MailPreview, VersionField } from "@/components/desk/mail-preview";
import { ShortcutKey } from "@/components/desk/shortcut-key";
import { PreviewButton, SelectField, SubmitButton, TextAreaField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { decideAction } from "../[reference]/decide/[state]/actions";
import { DecisionDisclosure } from "./decision-disclosure";

type FormsProps = { decisions: DecisionHistory; hasNext: boolean };

/** Common decisions; others lead to a page that returns here (desk 35, 36). */
export async function PaneDecisionForms(props: FormsProps) {
  const { canDecide, choices } = props.decisions;
  const [locale, reasons] = [await getLocale(), await listOfferedReasons()];
  return (
    <>
      {canDecide.includes("waiting") && choices.length > 0 && <PaneDecisionForm to="waiting" {...props} />}
      {canDecide.includes("rejected") && (
        <PaneDecisionForm
          to="rejected"
          {...props}
          reasons={reasons
            .filter(({ offeredFor }) => offeredFor.includes("rejected"))
            .map((reason) => ({ value: reason.code, label: reason[locale] }))}
        />
      )}
    </>
  );
}

type Props = FormsProps & {
  to: "waiting" | "rejected";
  reasons?: Option[];
};

/** Saves only after the mail was previewed (desk 11, 35). */
function PaneDecisionForm({ to, decisions: { enrollment, choices, tell }, reasons, hasNext }: Props) {
  const t = useTranslations("decisions");
  const savedForm = useSavedFormName();
  const name = `decide-${to}`;
  const shortcut = to === "waiting" ? "w" : undefined;
  return (
    <DeskForm name={name} action={decideAction}>
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="tell" value={tell} />
      <VersionField version={enrollment.version} />
      <DecisionDisclosure
        summary={
          <>
            {t(`actions.${to}`)}
            {shortcut && <ShortcutKey>{shortcut}</ShortcutKey>}
          </>
        }
        shortcut={shortcut}
        open={savedForm === name}
        showsPreview={to === "waiting"}
      >
        {to === "waiting" ? (
          <SelectField
            name="place"
            label={t("form.place")}
            options={choices.map(({ name, specialityId, syllabusId, ...occupancy }) => ({
              value: `${specialityId ?? ""}/${syllabusId ?? ""}`,
              label: `${name} · ${t("form.left", getFreePlacesValues(occupancy))}`,
            }))}
          />
        ) : (
          <>
            <SelectField
              name="reason"
              label={t("form.reason")}
              blank={t("form.chooseReason")}
              options={reasons ?? []}
            />
            <TextAreaField name="words" rows={3} maxLength={2000} label={t("form.words")} />
          </>
        )}
        <div className="mb-3 flex flex-wrap gap-2">
          <AfterPreview mails={undefined} fallback={<PreviewButton>{t("form.look")}</PreviewButton>}>
            <SubmitButton variant="secondary" name="intent" value={hasNext ? "next" : "decide"}>
              {t(hasNext ? "form.andNext" : `actions.${to}`)}
            </SubmitButton>
          </AfterPreview>
        </div>
        <MailPreview mails={undefined} texts={{ title: t("form.previewTitle"), nobody: t("form.nobody") }} />
      </DecisionDisclosure>
    </DeskForm>
  );
}
