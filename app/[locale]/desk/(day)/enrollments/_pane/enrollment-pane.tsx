import { getLocale, getTranslations } from "next-intl/server";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { LabelTag } from "@/components/desk/enrollment/label-tag";
import { MonthlyFee } from "@/components/desk/enrollment/monthly-fee";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { Icon } from "@/components/ui/icons/icon";
import { cross } from "@/components/ui/icons/paths";
import { readDecisionHistory } from "@/lib/desk/decide/queries";
import {
  formatList,
  getEnrollmentUrl,
  getListUrl,
  getPaneUrl,
  type ListQuery,
} from "@/lib/desk/list/filters";
import { type EnrollmentRecord, readEnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Actor } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { getAge, toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { DecisionPanel } from "../[reference]/_record/decision-panel";
import { Missing } from "../[reference]/_record/missing";
import { ToSettle } from "../[reference]/_record/record-parts";
import { getListNeighbours, ListNavigation } from "../[reference]/list-navigation";
import { PaneFamily } from "./pane-family";
import { PaneFocus } from "./pane-focus";
import { PaneRecord } from "./pane-record";

type Props = {
  session: StaffSession;
  reference: string;
  query: ListQuery;
  /** The last action, and its enrollment if it is another one. */
  said: Pick<Parameters<typeof DeskFlashMessage>[0], "said" | "of">;
};

/** An enrollment beside its list: the essentials and common decisions (desk 35). */
export async function EnrollmentPane({ session, reference, query, said }: Props) {
  const { actor } = session;
  const list = formatList(query, query.place);
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) return null;
  const [decisions, within, day] = await Promise.all([
    readDecisionHistory(actor, reference, await getLocale()),
    getListNeighbours({ session, reference, list }),
    getSchoolToday(),
  ]);
  const {
    student: { birthDate },
    notes,
    labels,
  } = enrollment;
  return (
    <aside aria-labelledby="pane-title" className="card card-raised text-small print:hidden">
      <PaneFocus
        reference={reference}
        page={getEnrollmentUrl(reference, list)}
        stands={[said.said, decisions.standing.version, notes.length, labels.length].join()}
      />
      <PaneHeader
        {...{ actor, enrollment, query, within }}
        age={birthDate && getAge(toDay(birthDate), day)}
      />
      <DeskFlashMessage {...said} hrefOf={(other) => getPaneUrl(other, list)} />
      <PaneStatus enrollment={enrollment} />
      <ToSettle {...{ enrollment, decisions, actor, list }} />
      <section id="decision" aria-label={(await getTranslations("decisions.panel"))("title")}>
        <DecisionPanel {...{ session, decisions, list }} hasNext={Boolean(within?.next)} beside />
      </section>
      <PaneFamily enrollment={enrollment} />
      <PaneRecord {...{ actor, enrollment, decisions, list, day }} />
    </aside>
  );
}

type HeadProps = Pick<Props, "query"> & {
  actor: Actor;
  enrollment: EnrollmentRecord;
  age: number | null;
  within: Awaited<ReturnType<typeof getListNeighbours>>;
};

/** Name, position in the list, and links to neighbours and page. */
async function PaneHeader({ actor, enrollment, age, query, within }: HeadProps) {
  const [t, ages] = await Promise.all([getTranslations("desk.pane"), getTranslations("desk.list")]);
  const { reference, student } = enrollment;
  const list = formatList(query, query.place);
  return (
    <header className="mb-3 flex flex-wrap items-start justify-between gap-x-2">
      <h2 id="pane-title" tabIndex={-1} className="min-w-0 flex-1 text-lead">
        <bdi>{[student.name, student.surname].filter(Boolean).join(" ")}</bdi>
      </h2>
      <Link href={getListUrl(query, query.place)} scroll={false} className="-m-2 p-2">
        <Icon d={cross} />
        <span className="sr-only">{t("close")}</span>
      </Link>
      <p className="w-full text-muted">
        {age !== null && `${ages("age", { age })} · `}
        <span className="font-mono">{reference}</span>
        <MonthlyFee {...{ actor, enrollment }} />
      </p>
      <ListNavigation {...{ list, within }} beside />
      <Link href={getEnrollmentUrl(reference, list)}>{t("open")}</Link>
    </header>
  );
}

function PaneStatus({ enrollment: { id, decidedState, labels } }: Pick<HeadProps, "enrollment">) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateBadge state={decidedState} />
      {labels.map(({ label }) => (
        <LabelTag key={label.id}>{label.name}</LabelTag>
      ))}
      <Missing id={id} />
    </p>
  );
}
