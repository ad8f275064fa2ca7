import { getTranslations } from "next-intl/server";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords } from "@/components/action/action-state";
import { Submit, TextArea, TextField } from "@/components/action/fields";
import { Fold } from "@/components/ui/fold";
import { stickyNote, tag } from "@/components/ui/icons";
import { listLabels } from "@/lib/enrollment/notes";
import type { ShownEnrollment } from "@/lib/office/show";
import type { Actor } from "@/lib/people/staff/rights";
import { addLabelAction, addNoteAction } from "../[reference]/actions";

type Props = {
  actor: Actor;
  enrollment: ShownEnrollment;
  instant: (date: Date) => string;
  words: DeskWords;
};

/** A note, with those that are there, and a label (desk 16). */
export async function PaneNotes({ actor, enrollment: { notes }, instant, words }: Props) {
  const [t, label, known] = await Promise.all([
    getTranslations("desk.notes"),
    getTranslations("desk.labels"),
    listLabels(actor),
  ]);
  const isHeld = (name: string) => words.held?.form === name;
  return (
    <>
      <Fold
        summary={t("title")}
        icon={stickyNote}
        news={notes.length > 0 ? notes.length : undefined}
        open={isHeld("note")}
      >
        <ActionForm name="note" action={addNoteAction} words={words}>
          <TextArea name="note" rows={2} label={t("label")} hint={t("hint")} />
          <Submit look="secondary">{t("submit")}</Submit>
        </ActionForm>
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
        <ActionForm name="label" action={addLabelAction} words={words}>
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
        </ActionForm>
      </Fold>
    </>
  );
}
