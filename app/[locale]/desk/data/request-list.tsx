import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { fileText, trash } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
import { Door } from "@/components/ui/stat";
import { Link } from "@/lib/i18n/navigation";
import type { ListedRequest } from "@/lib/office/data-requests";

type Props = { requests: ListedRequest[]; day: (date: string) => string };

/** What people wait for, each with the day by which it is answered. */
export function RequestList({ requests, day }: Props) {
  const t = useTranslations("desk.data");
  return (
    <Sheet title={t("open")}>
      {requests.length === 0 && <EmptyState>{t("none")}</EmptyState>}
      <ul className="link-rows border-t-0">
        {requests.map(({ id, kind, name, email, dueOn }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Link href={`/desk/data/${id}`}>
              <Door
                icon={kind === "erasure" ? trash : fileText}
                title={
                  <>
                    {t(`kinds.${kind}`)}: <bdi>{name || email}</bdi>
                  </>
                }
                text={t("due", { day: day(dueOn) })}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** What the school forgets by itself, by the night on which it does. */
export function Going({ going, day }: { going: { day: string; count: number }[]; day: Props["day"] }) {
  const t = useTranslations("desk.data");
  return (
    <Sheet title={t("going")}>
      <p className="my-3 max-w-measure text-small text-muted">{t("goingLead")}</p>
      {going.length === 0 && <p>{t("nothingGoes")}</p>}
      <ul>
        {going.map(({ day: on, count }) => (
          <li key={on}>{t("goes", { day: day(on), count })}</li>
        ))}
      </ul>
    </Sheet>
  );
}
