import { useTranslations } from "next-intl";
import { check, cross, download, hourglass, mail, send, tag } from "@/components/ui/icons";
import { Door } from "@/components/ui/stat";
import { Link } from "@/lib/i18n/navigation";
import type { BulkKind } from "@/lib/office/bulk/input";

const icons: Record<BulkKind, string> = {
  accepted: check,
  waiting: hourglass,
  rejected: cross,
  label: tag,
  resend: mail,
  write: send,
};

const kinds = Object.keys(icons) as BulkKind[];

/** What can be done with the enrollments that were chosen: in full words and, once one is chosen, in a line. */
export function BulkWays({ id, chosen }: { id: string; chosen: BulkKind | undefined }) {
  const t = useTranslations("desk.bulk");
  const ways = [
    ...kinds.map((kind) => ({
      kind,
      href: `/desk/bulk/${id}?do=${kind}`,
      title: t(`kinds.${kind}`),
      text: t(`about.${kind}`),
      icon: icons[kind],
    })),
    { kind: "export", href: `/desk/exports/new?bulk=${id}`, title: t("export"), text: "", icon: download },
  ];
  return (
    <nav aria-label={t("what")} className={chosen ? "tabs mb-6" : "mb-8"}>
      {chosen ? (
        ways.map(({ kind, href, title }) => (
          <Link key={kind} href={href} aria-current={kind === chosen ? "true" : undefined}>
            {title}
          </Link>
        ))
      ) : (
        <ul className="link-rows max-w-column">
          {ways.map(({ kind, href, ...way }) => (
            <li key={kind}>
              <Link href={href}>
                <Door {...way} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
