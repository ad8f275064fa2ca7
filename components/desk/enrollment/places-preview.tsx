import { PlacesBar } from "@/components/ui/charts/places-bar";
import type { OccupiedPlace } from "@/lib/desk/places/queries";

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
