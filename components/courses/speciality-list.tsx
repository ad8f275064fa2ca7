import { useLocale } from "next-intl";
import type { Speciality } from "@/lib/catalogue/schema";
import { getCatalogueLang } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { type PictureSource, SpecialityPicture } from "./speciality-picture";

type Props = {
  specialities: Speciality[];
  pictureOf: (of: Speciality) => PictureSource | undefined;
  /** Where each leads; nowhere when left out. */
  hrefOf?: (of: Speciality) => string;
};

/** What can be learnt: a picture and a name each. */
export function SpecialityList({ specialities, pictureOf, hrefOf }: Props) {
  const lang = getCatalogueLang(useLocale());
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
      {specialities.map((speciality) => (
        <li key={speciality.id} className="flex items-center gap-3">
          <SpecialityPicture
            picture={pictureOf(speciality)}
            name={speciality.name}
            className="size-11 sm:size-14"
          />
          <span lang={lang} className="min-w-0 leading-tight hyphens-auto [overflow-wrap:anywhere]">
            {hrefOf ? (
              <Link href={hrefOf(speciality)} className="inline-flex min-h-target items-center">
                {speciality.name}
              </Link>
            ) : (
              speciality.name
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
