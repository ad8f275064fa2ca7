import { useTranslations } from "next-intl";
import { useSchoolDates } from "@/app/[locale]/school-dates";
import { Choice, FoldedFields, Kept, ShownLink, Submit } from "@/components/action/fields";
import { keyRound, pencil, trash } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/section";
import type { KeyDetails } from "@/lib/desk/keys/queries";
import type { Day } from "@/lib/platform/dates";
import { DeskForm } from "../../desk-form";
import { ContactAndEnd } from "../new/new-key-form";
import { changeKeyAction, endOverlapAction, renewKeyAction, stopKeyAction } from "./actions";

type Props = {
  of: KeyDetails;
  today: Day;
};

const OVERLAPS = { day: 24 * 60, week: 7 * 24 * 60, month: 30 * 24 * 60, none: 0 };

/** Another secret, with time for whoever uses the old one; and who is told of the end. */
export function KeyForms({ of: key, today }: Props) {
  const { instant } = useSchoolDates();
  const t = useTranslations("desk.keys");
  const id = <input type="hidden" name="id" value={key.id} />;
  const overlaps = (["day", "week", "month", "none"] as const).map((name) => ({
    value: String(OVERLAPS[name]),
    label: t(`renew.overlaps.${name}`),
  }));
  return (
    <Sheet id="change" title={t("change")}>
      {key.overlapEnds && (
        <Notice tone="wait" className="mb-5">
          <p className="mb-3">{t("renew.runs", { until: instant(key.overlapEnds) })}</p>
          <DeskForm name="overlap" action={endOverlapAction}>
            {id}
            <Submit look="secondary">{t("renew.end")}</Submit>
          </DeskForm>
        </Notice>
      )}
      <DeskForm name="renew" action={renewKeyAction}>
        <FoldedFields summary={t("renew.title")} icon={keyRound}>
          <div className="max-w-column">
            <p className="mb-4">{t("renew.lead")}</p>
            <ShownLink words={t("secretOnce")} />
            {id}
            <input type="hidden" name="prefix" value={key.prefix} />
            <Choice
              name="overlap"
              label={t("renew.overlap")}
              options={overlaps}
              defaultValue={String(OVERLAPS.day)}
            />
            <Submit look="secondary">{t("renew.make")}</Submit>
          </div>
        </FoldedFields>
      </DeskForm>
      <DeskForm name="change" action={changeKeyAction}>
        <FoldedFields summary={t("edit")} icon={pencil}>
          <div className="max-w-column">
            {id}
            <Kept name="was" value={key.was} />
            <ContactAndEnd today={today} contact={key.contact ?? ""} expires={key.lastDay} />
            <Submit look="secondary">{t("save")}</Submit>
          </div>
        </FoldedFields>
      </DeskForm>
    </Sheet>
  );
}

/** Stops a key for good, once what follows was read. */
export function StopForm({ id }: { id: number }) {
  const t = useTranslations("desk.keys");
  return (
    <DeskForm name="stop" action={stopKeyAction}>
      <FoldedFields summary={t("stop.title")} icon={trash}>
        <p className="mb-4 max-w-measure">{t("stop.lead")}</p>
        <input type="hidden" name="id" value={id} />
        <Submit look="danger">{t("stop.do")}</Submit>
      </FoldedFields>
    </DeskForm>
  );
}
