import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StateBadge } from "@/components/desk/state-badge";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { ListRow } from "@/lib/office/list";
import { dateOf } from "@/lib/platform/dates";
import { PickBox } from "./pick-box";

const columns = ["student", "state", "year", "speciality", "syllabus", "sent"] as const;

type Props = {
  rows: ListRow[];
  timeZone: string;
  /** Whether numbers on the waiting list are shown: those of a year, which needs no column. */
  turns: boolean;
  /** Whether rows can be ticked, to be worked on together. */
  pick: boolean;
  /** The list, as an enrollment's address carries it. */
  list: string;
};

/** A page of the list: a table, and on a phone a card for each row. */
export function EnrollmentTable({ rows, ...row }: Props) {
  const { turns } = row;
  const t = useTranslations("desk.list");
  return (
    <table className="mb-6 block w-full border-collapse text-small md:table">
      <caption className="sr-only">{t("caption")}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {row.pick && (
            <th scope="col" className="border-b-2 border-line">
              <span className="sr-only">{t("columns.pick")}</span>
            </th>
          )}
          {turns && <Head>{t("columns.rank")}</Head>}
          {columns
            .filter((column) => !turns || column !== "year")
            .map((column) => (
              <Head key={column}>{t(`columns.${column}`)}</Head>
            ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((one) => (
          <Row key={one.reference} row={one} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="border-b-2 border-line py-2 pr-4 text-left font-semibold">
      {children}
    </th>
  );
}

type RowProps = Omit<Props, "rows"> & { row: ListRow };

function Row({ row, turns, timeZone, pick, list }: RowProps) {
  const t = useTranslations("desk.list");
  const format = useFormatter();
  const { student, labels } = row;
  const name = [student.surname, student.name].filter(Boolean).join(", ");
  return (
    <tr className="relative mb-4 block rounded-card border border-hairline bg-surface p-4 align-top md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent md:p-0">
      {pick && <Pick reference={row.reference} name={name} />}
      {turns && <Cell label={t("columns.rank")}>{row.rank ?? "–"}</Cell>}
      <th scope="row" className="block pr-12 pb-1 text-left font-normal md:table-cell md:py-2 md:pr-4">
        <Link
          href={enrollmentAddress(row.reference, list)}
          prefetch={false}
          className="inline-flex min-h-target items-center text-base font-semibold md:min-h-0 md:py-1 md:text-small"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-muted">
          <span className="font-mono">{row.reference}</span>
          {row.age !== undefined && ` · ${t("age", { age: row.age })}`}
        </span>
        {labels.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {labels.map(({ label }) => (
              <span key={label.name} className="rounded-control bg-tint px-2">
                {label.name}
              </span>
            ))}
          </span>
        )}
      </th>
      <Cell label={t("columns.state")}>
        <Standing row={row} timeZone={timeZone} />
      </Cell>
      {!turns && <Cell label={t("columns.year")}>{row.schoolYear.year}</Cell>}
      <Places row={row} />
      <Cell label={t("columns.sent")}>
        {format.dateTime(row.createdAt, { dateStyle: "medium", timeStyle: "short", timeZone })}
        {row.decidedState === "pending" && (
          <span className="block text-muted">
            {t("answerBy", {
              day: format.dateTime(dateOf(row.answerBy), { dateStyle: "medium", timeZone: "UTC" }),
            })}
          </span>
        )}
      </Cell>
    </tr>
  );
}

/** How it stands, since when, and why. */
function Standing({ row, timeZone }: Pick<RowProps, "row" | "timeZone">) {
  const t = useTranslations("desk.list");
  const format = useFormatter();
  const locale = useLocale() as Locale;
  const { decision, decidedState, state, keepsPlaceAt, mailLost } = row;
  const day = (date: Date) => format.dateTime(date, { dateStyle: "medium", timeZone });
  const lines = [
    decidedState !== state && t("untold"),
    decision && t("decidedOn", { day: day(decision.decidedAt) }),
    decision?.status === "told" && decision.settledAt && t("toldOn", { day: day(decision.settledAt) }),
    decision?.reason?.[locale],
    decidedState === "accepted" && keepsPlaceAt && t("keeps"),
  ];
  return (
    <>
      <StateBadge state={decidedState} />
      {lines
        .filter((line) => typeof line === "string")
        .map((line) => (
          <span key={line} className="block text-muted">
            {line}
          </span>
        ))}
      {mailLost && <span className="block text-danger">{t("mailTrouble")}</span>}
    </>
  );
}

/** The place that was given or is waited for; until then what is wished first. */
function Places({ row }: Pick<RowProps, "row">) {
  const t = useTranslations("desk.list");
  const { given, waits, rank, answers } = row;
  const place = given ?? waits;
  const wish = {
    speciality: answers.student_speciality_option1 as string | undefined,
    syllabus: answers.student_syllabi_option1 as string | undefined,
  };
  const said = given ? t("given") : waits ? t("waitsAt", { rank: rank ?? 0 }) : t("wished");
  return (["speciality", "syllabus"] as const).map((kind) => {
    const name = (place ?? wish)[kind];
    return (
      <Cell key={kind} label={t(`columns.${kind}`)}>
        {name ?? "–"}
        {name && <span className="block text-muted">{said}</span>}
      </Cell>
    );
  });
}

/** On a phone the box stands in the card's corner. */
function Pick({ reference, name }: { reference: string; name: string }) {
  const t = useTranslations("desk.list");
  return (
    <td className="absolute top-2 right-2 md:static md:table-cell md:w-12">
      <PickBox reference={reference} label={t("pick", { name })} />
    </td>
  );
}

/** On a phone each value stands beside the name of its column. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td
      data-label={label}
      className="grid grid-cols-[8rem_1fr] gap-2 py-1 before:text-muted before:content-[attr(data-label)] md:table-cell md:py-3 md:pr-4 md:before:content-none"
    >
      <div>{children}</div>
    </td>
  );
}
