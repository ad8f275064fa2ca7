import { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { listLabels } from "@/lib/desk/labels/verbs";
import { type EnrollmentRecord, listDuplicateCandidates } from "@/lib/desk/record/queries";
import { readGuardianMarks } from "@/lib/desk/record/verbs";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSchoolToday } from "@/lib/school/settings";
import { RequestedChoices } from "./choices";
import { CorrectionRequests } from "./correction-requests";
import { Disagreements } from "./disagreements";
import { Labels } from "./labels";
import { Notes } from "./notes";
import { People } from "./people";
import { PossibleDuplicates } from "./possible-duplicates";

/** Parts of an enrollment, shared by page and pane (desk 10, 35). */
type Props = { enrollment: EnrollmentRecord; actor: Actor; list: string | undefined };

/** What must be settled before a decision. */
export async function ToSettle({
  enrollment,
  decisions,
  actor,
  list,
}: Props & { decisions: DecisionHistory }) {
  return (
    <>
      <PossibleDuplicates
        enrollment={enrollment}
        others={await listDuplicateCandidates(actor, enrollment.id)}
        mayWithdraw={decisions.mayDecide.includes("withdrawn")}
        maySay={hasPermission(actor, "decide")}
        list={list}
      />
      <CorrectionRequests
        corrections={await listCorrectionRequests(actor, enrollment.reference)}
        mayCorrect={hasPermission(actor, "correct")}
      />
      <Disagreements enrollment={enrollment} maySettle={hasPermission(actor, "decide")} />
    </>
  );
}

/** The family's answers. */
export async function Answers({ enrollment, actor, list }: Props) {
  return (
    <>
      <People
        enrollment={enrollment}
        mayCorrect={hasPermission(actor, "correct")}
        list={list}
        today={await getSchoolToday()}
        marking={{
          marks: await readGuardianMarks(actor, enrollment.reference),
          mayMark: hasPermission(actor, "mark_guardian"),
        }}
      />
      <RequestedChoices enrollment={enrollment} mayCorrect={hasPermission(actor, "correct")} list={list} />
    </>
  );
}

/** Labels and notes (desk 16). */
export async function Remarks({ enrollment: { labels, notes }, actor }: Omit<Props, "list">) {
  const mayAdd = hasPermission(actor, "note");
  return (
    <>
      <Labels given={labels} known={await listLabels(actor)} mayAdd={mayAdd} />
      <Notes {...{ notes, mayAdd }} />
    </>
  );
}
