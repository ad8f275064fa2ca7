import { getTranslations } from "next-intl/server";
import { schoolDates } from "@/app/[locale]/school-dates";
import { Submit, TextArea, TextField } from "@/components/action/fields";
import { Fold } from "@/components/ui/fold";
import { stickyNote, tag } from "@/components/ui/icons";
import { listLabels } from "@/lib/desk/labels/verbs";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";
import { DeskForm, formWords } from "../../desk-form";
import { addLabelAction, addNoteAction } from "../[reference]/actions";

type Props = {
  actor: Actor;
  enrollment: EnrollmentRecord;
};

/** A note, with those that are there, and a label (desk 16). */
export async function PaneNotes({ actor, enrollment: { notes } }: Props) {
  const { instant } = await schoolDates();
  const [t, label, known] = await Promise.all([
    getTranslations("desk.notes"),
    getTranslations("desk.labels"),
    listLabels(actor),
  ]);
  const { held } = await formWords();
  const isHeld = (name: string) => held?.form === name;
  return (
    <>
      <Fold
        summary={t("title")}
        icon={stickyNote}
        news={notes.length > 0 ? notes.length : undefined}
        open={isHeld("note")}
      >
        <DeskForm name="note" action={addNoteAction}>
          <TextArea name="note" rows={2} label={t("label")} hint={t("hint")} />
          <Submit look="secondary">{t("submit")}</Submit>
        </DeskForm>
        {notes.map(({ id, text, createdAt, member }) => (
          <p key={id} className="border-b border-hairline py-2 text-small whitespace-pre-wrap">
            {text}
            <span className="block text-muted">
              <bdi>{member.name ?? member.email}</bdi> · {instant(createdAt)}
            </span>
          </p>
        ))}
      </Fold>
      <Fold summary={label("title")} icon={tag} open={isHeld("label")}>
        <DeskForm name="label" action={addLabelAction}>
          <TextField
            name="label"
            label={label("label")}
            list="known-labels"
            maxLength={80}
            autoComplete="off"
          />
          <datalist id="known-labels">
            {known.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
          <Submit look="secondary">{label("submit")}</Submit>
        </DeskForm>
      </Fold>
    </>
  );
}
