import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { enrollmentAddress, listText } from "@/lib/office/enrollment-address";
import { type ListQuery, listAddress } from "@/lib/office/filters";
import type { WaitingList } from "@/lib/office/places";

type Props = {
  list: WaitingList;
  /** The same as a list in pages, by which its rows are gone through. */
  query: Omit<ListQuery, "place">;
  mayDecide: boolean;
  day: (date: Date) => string;
};

const columns = ["rank", "student", "sent"] as const;

/** How a waiting list begins, in its order; whoever may be accepted in turn is a click away. */
export function WaitingTable({ list, query, mayDecide, day }: Props) {
  const t = useTranslations("decisions.waitingList");
  const { name, free, count, waiting, next, why } = list;
  const within = listText(query);
  return (
    <section className="mb-9">
      <h2 className="mb-3 border-b-2 border-hairline pb-1 text-heading">
        {t("heading", { free: free ?? -1, place: name, count })}
      </h2>
      {mayDecide && next && (
        <p className="mb-3 print:hidden">
          <Link
            href={enrollmentAddress(next.reference, within, { below: "/decide/accepted" })}
            prefetch={false}
            className={buttonClass("secondary")}
          >
            {t("next")}
          </Link>
        </p>
      )}
      {why && <p className="mb-3 max-w-measure">{t(`why.${why}`)}</p>}
      <table className="w-full border-collapse text-small">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b-2 border-line py-2 pr-2 last:pr-0 sm:pr-3 text-left font-semibold"
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {waiting.map(({ reference, rank, name, surname, createdAt }) => (
            <tr key={reference} className="border-b border-hairline align-top">
              <td className="py-2 pr-2 last:pr-0 sm:pr-3">{rank}</td>
              <td className="py-2 pr-2 last:pr-0 sm:pr-3 [overflow-wrap:anywhere]">
                <Link href={enrollmentAddress(reference, within)} prefetch={false}>
                  <bdi>{[surname, name].filter(Boolean).join(", ")}</bdi>
                </Link>{" "}
                <span className="font-mono text-muted">{reference}</span>
              </td>
              <td className="py-2 pr-2 last:pr-0 sm:pr-3">{day(createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-small print:hidden">
        <Link href={listAddress(query)} prefetch={false} className="inline-flex min-h-target items-center">
          {t("all", { place: name, count })}
        </Link>
      </p>
    </section>
  );
}
