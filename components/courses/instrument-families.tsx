import { useTranslations } from "next-intl";
import { getInstrumentFamily, instrumentFamilies } from "@/lib/catalogue/instrument-family";
import type { CatalogueSpeciality, Speciality } from "@/lib/catalogue/schema";
import { Link } from "@/lib/i18n/navigation";
import { CatalogueName } from "./catalogue-name";
import { FamilyDrawing, type PictureSource, SpecialityPicture } from "./speciality-picture";

type Props = {
  specialities: CatalogueSpeciality[];
  pictureOf: (of: Speciality) => PictureSource | undefined;
  hrefOf: (of: Speciality) => string;
};

export function InstrumentFamilies({ specialities, pictureOf, hrefOf }: Props) {
  const t = useTranslations("home");
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {instrumentFamilies.map((family) => {
        const own = specialities.filter(({ name }) => getInstrumentFamily(name) === family);
        return (
          own.length > 0 && (
            <li key={family} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
              <FamilyDrawing family={family} className="size-16" />
              <div>
                <h3>{t(`families.${family}`)}</h3>
                <ul className="flex flex-wrap gap-x-4">
                  {own.map((speciality) => (
                    <li key={speciality.id}>
                      <Link href={hrefOf(speciality)} className="inline-flex min-h-target items-center gap-2">
                        {pictureOf(speciality) && (
                          <SpecialityPicture
                            picture={pictureOf(speciality)}
                            name={speciality.name}
                            className="size-8"
                          />
                        )}
                        <CatalogueName of={speciality} />
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          )
        );
      })}
    </ul>
  );
}
