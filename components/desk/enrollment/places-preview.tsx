import { useTranslations } from "next-intl";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import type { OccupiedPlace } from "@/lib/desk/places/queries";
import { getFreePlacesValues } from "./free-places";

type Props = { places: OccupiedPlace[]; toText: (place: OccupiedPlace & { after: number }) => string };

/** Occupied places after the selected students are accepted. */
export const PlacesPreview = ({ places, toText }: Props) => (
  <ul>
    {places.map((place) => {
      const { name, occupied, added, limit, waiting } = place;
      const text = toText({ ...place, after: occupied + added });
      return (
        <li key={name} className="mb-5">
          <p className="mb-1 flex justify-between gap-4 text-small">
            <b>{name}</b> <span>{text}</span>
          </p>
          <PlacesBar
            label={`${name}: ${text}`}
            notified={occupied}
            decided={added}
            waiting={waiting}
            limit={limit}
          />
        </li>
      );
    })}
  </ul>
);

/** Free places that students wait for (admission 10). */
export function FreePlaceList({ rows }: { rows: { name: string; free: number; waiting: number }[] }) {
  const t = useTranslations("decisions.form");
  return (
    <ul className="text-small">
      {rows.map(({ name, ...row }) => (
        <li key={name}>
          {name}: {t("leftInAll", getFreePlacesValues(row))}
        </li>
      ))}
    </ul>
  );
}
