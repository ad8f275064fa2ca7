import { useTranslations } from "next-intl";
import { Choice, OthersEmail, Submit, Tick } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { trash } from "@/components/ui/icons";
import { DeskForm } from "../desk-form";
import { eraseAction, noteRequestAction, settleRequestAction } from "./actions";

/** Notes what somebody asked by letter or telephone. */
export function NoteRequestForm() {
  const t = useTranslations("desk.data");
  const kinds = (["access", "erasure"] as const).map((value) => ({ value, label: t(`kinds.${value}`) }));
  return (
    <section aria-labelledby="note-title" className="card">
      <h2 id="note-title" className="mb-2">
        {t("note")}
      </h2>
      <p className="mb-5 text-small text-muted">{t("noteLead")}</p>
      <DeskForm name="note" action={noteRequestAction}>
        <OthersEmail name="email" label={t("email")} />
        <Choice name="kind" label={t("kind")} options={kinds} defaultValue="access" />
        <Submit>{t("noteSubmit")}</Submit>
      </DeskForm>
    </section>
  );
}

/** What goes, what stays, and the last word on it. */
export function EraseForm({ id, onlyGuardianOf }: { id: number; onlyGuardianOf: string[] }) {
  const t = useTranslations("desk.data");
  return (
    <DeskForm name="erase" action={eraseAction} className="mb-9 max-w-column">
      <p className="mb-3">{t("goesNow")}</p>
      <p className="mb-6">{t("stays")}</p>
      <input type="hidden" name="request" value={id} />
      {onlyGuardianOf.length > 0 && (
        <Tick name="children" label={t("children", { references: onlyGuardianOf.join(", ") })} />
      )}
      <Tick name="sure" label={t("sure")} />
      <Submit look="final">
        <Icon d={trash} />
        {t("erase")}
      </Submit>
    </DeskForm>
  );
}

/** Closes a request: answered, or refused with words outside of this service. */
export function SettleForm({ id, kind }: { id: number; kind: "access" | "erasure" }) {
  const t = useTranslations("desk.data");
  const outcomes = kind === "access" ? (["done", "refused"] as const) : (["refused"] as const);
  return outcomes.map((outcome) => (
    <DeskForm key={outcome} name={`settle-${outcome}`} action={settleRequestAction} className="mb-4">
      <input type="hidden" name="request" value={id} />
      <input type="hidden" name="outcome" value={outcome} />
      <Submit look="secondary">{t(`settle.${outcome}`)}</Submit>
    </DeskForm>
  ));
}
