import { useTranslations } from "next-intl";
import { Done } from "@/components/action/done";

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

/** What has just been done at the desk, in words. */
export function DeskSaid({ said }: { said: string | string[] | undefined }) {
  const t = useTranslations("desk.said");
  const what = known.find((one) => one === said);
  return what && <Done>{t(what)}</Done>;
}
