import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import { Sheet } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import type { NamedCall } from "@/lib/office/places";
import { callAction } from "./actions";
import { callText } from "./schema";

type Props = { year: number; calls: NamedCall[]; answers: number; mayCall: boolean; words: DeskWords };

/** Who is next for what is free, called by one press; why nobody is, in words (admission 13). */
export function Calls({ year, calls, answers, mayCall, words }: Props) {
  const t = useTranslations("decisions.calls");
  return (
    <Sheet title={t("title", { count: calls.length })} id="calls" className="mb-9">
      {calls.length === 0 && <p className="mt-3 max-w-measure">{t("nobody")}</p>}
      {answers > 0 && <p className="mt-3 max-w-measure">{t("answers", { count: answers })}</p>}
      {calls.length > 0 && (
        <>
          <ol className="my-3 list-decimal pl-6">
            {calls.map(({ reference, student, name }) => (
              <li key={reference} className="[overflow-wrap:anywhere]">
                <Link href={`/desk/enrollments/${reference}`}>
                  <bdi>{student}</bdi>
                </Link>{" "}
                <span className="reference text-muted">{reference}</span> · {name}
              </li>
            ))}
          </ol>
          {mayCall && (
            <ActionForm name="calls" action={callAction} words={words} className="print:hidden">
              <input type="hidden" name="year" value={year} />
              {calls.map((call) => (
                <input key={call.reference} type="hidden" name="call" value={callText(call)} />
              ))}
              <Submit>{t("call", { count: calls.length })}</Submit>
            </ActionForm>
          )}
        </>
      )}
    </Sheet>
  );
}
