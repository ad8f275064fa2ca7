import { getTranslations } from "next-intl/server";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { isCoveredBy } from "@/lib/decisions/place";
import type { DecisionHistory } from "@/lib/desk/decide/queries";
import { readOccupiedPlaces } from "@/lib/desk/places/queries";
import type { Actor } from "@/lib/people/staff/permissions";

type Props = { actor: Actor; year: number; wishes: DecisionHistory["wishes"] };

/** Requested places with occupancy and waiting list (desk 36). */
export async function RequestedPlaces({ actor, year, wishes }: Props) {
  if (wishes.length === 0) return null;
  const [t, limits] = await Promise.all([
    getTranslations("decisions.form"),
    readOccupiedPlaces(actor, year, wishes),
  ]);
  return (
    <ol className="mb-3 list-decimal pl-5">
      {wishes.map(({ name, ...wish }) => {
        const left = t("left", getFreePlacesValues(wish));
        const limit = limits.find((one) => isCoveredBy(one, wish));
        return (
          <li key={name} className="mb-1">
            <b>{name}</b> {!limit && <span className="text-muted">· {left}</span>}
            {!wish.isOffered && <span className="block text-wait">{t("notOffered")}</span>}
            {limit && (
              <>
                <PlacesBar
                  label={`${name}: ${left}`}
                  told={limit.taken}
                  decided={0}
                  waiting={limit.waiting}
                  limit={limit.limit}
                />
                <span className="text-muted">{left}</span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
