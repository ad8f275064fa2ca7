import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm, getFormTexts } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField, TextField } from "@/components/forms/fields";
import { Disclosure } from "@/components/ui/disclosure";
import { stickyNote, tag } from "@/components/ui/icons/paths";
import { listLabels } from "@/lib/desk/labels/verbs";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";
import { addLabelAction, addNoteAction } from "../[reference]/actions";

type Props = {
  actor: Actor;
  enrollment: EnrollmentRecord;
};

/** A note, with those that are there, and a label (desk 16). */
export async function PaneNotes({ actor, enrollment: { notes } }: Props) {
  const { instant } = await getDateFormats();
  const [t, label, known] = await Promise.all([
    getTranslations("desk.notes"),
    getTranslations("desk.labels"),
    listLabels(actor),
  ]);
  const { held } = await getFormTexts();
  const isHeld = (name: string) => held?.form === name;
  return (
    <>
      <Disclosure
        summary={t("title")}
        icon={stickyNote}
        news={notes.length > 0 ? notes.length : undefined}
        open={isHeld("note")}
      >
        <DeskForm name="note" action={addNoteAction}>
          <TextAreaField name="note" rows={2} label={t("label")} hint={t("hint")} />
          <SubmitButton look="secondary">{t("submit")}</SubmitButton>
        </DeskForm>
        {notes.map(({ id, text, createdAt, member }) => (
          <p key={id} className="border-b border-hairline py-2 text-small whitespace-pre-wrap">
            {text}
            <span className="block text-muted">
              <bdi>{member.name ?? member.email}</bdi> · {instant(createdAt)}
            </span>
          </p>
        ))}
      </Disclosure>
      <Disclosure summary={label("title")} icon={tag} open={isHeld("label")}>
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
          <SubmitButton look="secondary">{label("submit")}</SubmitButton>
        </DeskForm>
      </Disclosure>
    </>
  );
}
