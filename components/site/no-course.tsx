import { useTranslations } from "next-intl";
import { CatalogueName } from "@/components/courses/catalogue-name";
import type { CatalogueSpeciality, CatalogueSyllabus } from "@/lib/catalogue/schema";

type Props = {
  age: number;
  instrument: CatalogueSpeciality | undefined;
  /** The next course that the student is too young for. */
  next: CatalogueSyllabus | undefined;
};

/** No course fits the age; names the next one. */
export function NoCourse({ age, instrument, next }: Props) {
  const t = useTranslations("finder");
  const texts = {
    age,
    instrument: instrument ? "yes" : "no",
    speciality: () => instrument && <CatalogueName item={instrument} uncapitalised />,
  };
  if (!next) return t.rich("noneAtAll", texts);
  const course = () => <CatalogueName item={next} />;
  return t.rich("noneYet", { ...texts, course, from: next.age, admission: next.admission });
}
