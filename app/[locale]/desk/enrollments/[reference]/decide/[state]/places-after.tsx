import { useTranslations } from "next-intl";
import { SeatBar } from "@/components/ui/seat-bar";
import type { TakenPlace } from "@/lib/office/places-taken";

/** How full it is once this child is in too. */
export function PlacesAfter({ places, student }: { places: TakenPlace[]; student: string }) {
  const t = useTranslations("decisions.form");
  return places.map(({ name, taken, limit, waiting }) => {
    const words = t("after", { student, taken: taken + 1, limit, left: Math.max(0, limit - taken - 1) });
    return (
      <div key={name} className="mb-5">
        <p className="mb-1 font-semibold">{name}</p>
        <SeatBar label={`${name}: ${words}`} told={taken} decided={1} waiting={waiting} limit={limit} />
        <p className="mt-1 text-small text-muted">{words}</p>
      </div>
    );
  });
}
