import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";

type Row = { code: string; reference: string; student: string };

const codes = [
  "changed_meanwhile",
  "not_allowed",
  "no_right",
  "disagreement_open",
  "guardian_unanswered",
  "place_missing",
  "place_unknown",
  "no_place",
  "not_the_turn",
  "list_missing",
  "reason_unknown",
  "nothing_to_undo",
  "nothing_to_resend",
  "bounces",
  "had_it",
  "erased",
] as const;

type Props = {
  title: string;
  rows: Row[] /** The page with those after them, if there are more. */;
  next?: string;
};

/** The enrollments that a step on many left out, with why. */
export function Skipped({ title, rows, next }: Props) {
  const t = useTranslations("desk.bulk");
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="skipped-title" className="mb-8">
      <h2 id="skipped-title" className="mb-3 text-heading">
        {title}
      </h2>
      <ul className="text-small">
        {rows.map(({ code, reference, student }) => (
          <li key={reference} className="border-b border-hairline py-2 sm:flex sm:gap-4">
            <Link
              href={`/desk/enrollments/${reference}`}
              prefetch={false}
              className="inline-block min-h-target py-1.5 font-semibold sm:w-96 sm:shrink-0"
            >
              <bdi>{student}</bdi> <span className="font-mono font-normal">{reference}</span>
            </Link>
            <span className="block py-1.5">
              {t(`outcomes.${codes.find((known) => known === code) ?? "failed"}`)}
            </span>
          </li>
        ))}
      </ul>
      {next && (
        <p className="mt-3">
          <Link href={next} prefetch={false} className="inline-flex min-h-target items-center">
            {t("more")}
          </Link>
        </p>
      )}
    </section>
  );
}
