import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import {
  CollapsedFields,
  HiddenField,
  OneTimeSecret,
  SelectField,
  SubmitButton,
} from "@/components/forms/fields";
import { keyRound, pencil, trash } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import type { KeyDetails } from "@/lib/desk/keys/queries";
import type { Day } from "@/lib/platform/dates";
import { KeyContactFields } from "../new/new-key-form";

type Props = {
  of: KeyDetails;
  today: Day;
};

const OVERLAPS = { day: 24 * 60, week: 7 * 24 * 60, month: 30 * 24 * 60, none: 0 };

/** The old secret keeps working for a while. */
export function KeyForms({ of: key, today }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.keys");
  const id = <input type="hidden" name="id" value={key.id} />;
  const overlaps = (["day", "week", "month", "none"] as const).map((name) => ({
    value: String(OVERLAPS[name]),
    label: t(`renew.overlaps.${name}`),
  }));
  return (
    <Section id="change" title={t("change")}>
      {key.overlapEnds && (
        <Notice tone="wait" className="mb-5">
          <p className="mb-3">{t("renew.runs", { until: instant(key.overlapEnds) })}</p>
          <DeskForm name="overlap" verb="key_overlap_ended">
            {id}
            <SubmitButton look="secondary">{t("renew.end")}</SubmitButton>
          </DeskForm>
        </Notice>
      )}
      <DeskForm name="renew" verb="key_renewed">
        <CollapsedFields summary={t("renew.title")} icon={keyRound}>
          <div className="max-w-column">
            <p className="mb-4">{t("renew.lead")}</p>
            <OneTimeSecret words={t("secretOnce")} />
            {id}
            <input type="hidden" name="prefix" value={key.prefix} />
            <SelectField
              name="overlap"
              label={t("renew.overlap")}
              options={overlaps}
              defaultValue={String(OVERLAPS.day)}
            />
            <SubmitButton look="secondary">{t("renew.make")}</SubmitButton>
          </div>
        </CollapsedFields>
      </DeskForm>
      <DeskForm name="change" verb="key_changed">
        <CollapsedFields summary={t("edit")} icon={pencil}>
          <div className="max-w-column">
            {id}
            <HiddenField name="was" value={key.was} />
            <KeyContactFields today={today} contact={key.contact ?? ""} expires={key.lastDay} />
            <SubmitButton look="secondary">{t("save")}</SubmitButton>
          </div>
        </CollapsedFields>
      </DeskForm>
    </Section>
  );
}

/** Explains the consequences first. */
export function RevokeKeyForm({ id }: { id: number }) {
  const t = useTranslations("desk.keys");
  return (
    <DeskForm name="stop" verb="key_stopped">
      <CollapsedFields summary={t("stop.title")} icon={trash}>
        <p className="mb-4 max-w-measure">{t("stop.lead")}</p>
        <input type="hidden" name="id" value={id} />
        <SubmitButton look="danger">{t("stop.do")}</SubmitButton>
      </CollapsedFields>
    </DeskForm>
  );
}
