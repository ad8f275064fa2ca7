import { getTranslations } from "next-intl/server";
import { Disclosure } from "@/components/ui/disclosure";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import type { Day } from "@/lib/platform/dates";
import { EnrollmentHistory } from "../[reference]/_record/history";
import { Mails } from "../[reference]/_record/mails";
import { Questions } from "../[reference]/_record/questions";
import { Answers } from "../[reference]/_record/record-parts";

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
  return (
    <>
      <Disclosure summary={t("answers")}>
        <Answers {...{ enrollment, actor, list }} />
      </Disclosure>
      <Disclosure summary={t("contact")}>
        <Questions {...{ enrollment, list }} today={day} mayAsk={hasPermission(actor, "decide")} />
        <Mails
          messages={enrollment.mailMessages}
          people={enrollment.student}
          mayResend={hasPermission(actor, "correct")}
        />
      </Disclosure>
      <Disclosure summary={t("history")}>
        <EnrollmentHistory {...{ enrollment, actor }} decisions={decisions.history} />
      </Disclosure>
    </>
  );
}
