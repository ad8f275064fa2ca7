import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { SeatKey } from "@/components/ui/seat-bar";
import { Link } from "@/lib/i18n/navigation";
import { yearNumbers } from "@/lib/office/places";
import { may } from "@/lib/people/staff/rights";
import { deskYear } from "../desk-year";
import { formWords } from "../form-words";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";
import { placesAction } from "./actions";
import { PlaceForm } from "./place-form";

/** How many places there are, and how they stand (desk 20). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/places">) {
  const session = await requireStaff();
  const { year: wanted, said } = await searchParams;
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
  const [t, words, numbers] = await Promise.all([
    getTranslations("decisions.places"),
    formWords(),
    yearNumbers(session.actor, year.id),
  ]);
  return (
    <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
      <p className="mb-5">
        <Link href={`/desk/renewal?year=${year.id}`}>{t("renewal")}</Link>
      </p>
      <div className="mb-8">
        <SeatKey words={{ told: t("told"), decided: t("decided"), free: t("free"), waiting: t("waiting") }} />
      </div>
      <PlaceForm
        year={year.id}
        numbers={numbers}
        action={may(session.actor, "set_places") ? placesAction : undefined}
        words={words}
      />
    </DeskPage>
  );
});
