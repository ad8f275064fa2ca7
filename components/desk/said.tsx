import { useTranslations } from "next-intl";

const known = [
  "noted",
  "labelled",
  "unlabelled",
  "resent",
  "addressed",
  "asked",
  "role_changed",
  "removed",
  "factor_reset",
  "decided",
  "undone",
  "priority",
  "places",
  "listTold",
  "listHeld",
  "settled",
  "correction",
  "corrected",
  "paper",
  "keptApart",
  "toldAgain",
  "erased",
  "requestSettled",
] as const;

/** What has just been done, in words. */
export function Said({ said }: { said: string | string[] | undefined }) {
  const t = useTranslations("desk.said");
  const what = known.find((one) => one === said);
  if (!what) return null;
  return (
    <p role="status" className="mb-6 rounded-card border-l-4 border-accent bg-tint px-5 py-3 print:hidden">
      {t(what)}
    </p>
  );
}
