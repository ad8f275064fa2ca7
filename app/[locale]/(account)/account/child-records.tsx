import { useLocale, useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { cross, eye, fileText, listOrdered, pencil, undo } from "@/components/ui/icons/paths";
import type { AccountCard } from "@/lib/family/account/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { toLocalDay } from "@/lib/platform/dates";
import type { ChildProps } from "./child-card";

/** Submitted data, receipts and withdrawal of each request. */
export function ChildRecords({ child, timeZone }: ChildProps) {
  const t = useTranslations("account.view");
  return (
    <Disclosure
      summary={t("records", addElision({ name: child.student?.name ?? child.name }))}
      className="-mb-3 mt-4 border-b-0 print:hidden"
    >
      <ul className="space-y-5 pb-2">
        {child.enrollments.map((enrollment) => (
          <li key={enrollment.reference}>
            <Record enrollment={enrollment} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

type Props = { enrollment: AccountCard; timeZone: string };

function Record({ enrollment, timeZone }: Props) {
  const t = useTranslations("account.view");
  const tFamily = useTranslations("account.family");
  const locale = useLocale();
  const { reference, schoolYear, createdAt, state, options } = enrollment;
  const sent = formatDay(toLocalDay(timeZone, createdAt), locale);
  return (
    <>
      <h3>{tFamily("forYear", { year: schoolYear.year })}</h3>
      <p className="text-small text-muted">
        {tFamily(`states.${state}`)} · {t("sent")}: {sent} · {t("reference")}:{" "}
        <span className="reference">{reference}</span>
      </p>
      {options.withdraw?.until && (
        <p className="mt-1 max-w-measure text-small">
          {t("withdrawUntil", addElision({ day: formatDay(options.withdraw.until, locale) }))}
        </p>
      )}
      <ul className="link-row">
        {listLinks(enrollment).map(({ path, icon, text }) => (
          <li key={text}>
            <Link href={`/account/enrollments/${reference}${path}`}>
              <Icon d={icon} />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const listLinks = ({ choices, round, receipt, options, role }: AccountCard) => [
  { path: "", icon: eye, text: "see" as const },
  ...(choices ? [{ path: "/choices", icon: pencil, text: "choices" as const }] : []),
  ...(round ? [{ path: "/points", icon: listOrdered, text: "points" as const }] : []),
  { path: "/certificate", icon: fileText, text: "certificate" as const },
  ...(receipt ? [{ path: "/receipt", icon: fileText, text: "receipt" as const }] : []),
  ...(options.withdraw ? [{ path: "/withdraw", icon: undo, text: "withdraw" as const }] : []),
  ...(role === "guardian" ? [{ path: "/disagree", icon: cross, text: "disagree" as const }] : []),
];
