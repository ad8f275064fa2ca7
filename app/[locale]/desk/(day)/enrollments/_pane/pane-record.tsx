import { getTranslations } from "next-intl/server";
import { getFormTexts } from "@/app/[locale]/desk/_lib/desk-form";
import { Disclosure } from "@/components/ui/disclosure";
import { fileText, history, stickyNote } from "@/components/ui/icons/paths";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import type { Day } from "@/lib/platform/dates";
import { EnrollmentHistory } from "../[reference]/_record/history";
import { Mails } from "../[reference]/_record/mails";
import { Questions } from "../[reference]/_record/questions";
import { RecordLinks } from "../[reference]/_record/record-links";
import { Answers, Remarks } from "../[reference]/_record/record-parts";
import { Origin } from "../[reference]/_record/summary";

type Props = {
  actor: Actor;
  enrollment: EnrollmentRecord;
  decisions: DecisionHistory;
  list: string | undefined;
  day: Day;
};

/** What else an enrollment's page shows, of the same parts, folded (desk 35). */
export async function PaneRecord({ actor, enrollment, decisions, list, day }: Props) {
  const t = await getTranslations("desk.pane");
  const { held } = await getFormTexts();
  const { labels, notes } = enrollment;
  return (
    <>
      <Disclosure
        summary={t("remarks")}
        icon={stickyNote}
        news={labels.length + notes.length || undefined}
        open={held?.form === "note" || held?.form === "label"}
      >
        <Remarks {...{ enrollment, actor }} />
      </Disclosure>
      <Disclosure summary={t("answers")} icon={fileText}>
        <p className="mb-3 text-muted">
          <Origin enrollment={enrollment} />
        </p>
        <Answers {...{ enrollment, actor, list }} />
        <RecordLinks {...{ enrollment, actor }} />
      </Disclosure>
      <Disclosure summary={t("contact")} icon={history}>
        <Questions {...{ enrollment, list }} today={day} mayAsk={hasPermission(actor, "decide")} />
        <Mails
          messages={enrollment.mailMessages}
          people={enrollment.student}
          mayResend={hasPermission(actor, "correct")}
        />
        <EnrollmentHistory {...{ enrollment, actor }} decisions={decisions.history} />
      </Disclosure>
    </>
  );
}
