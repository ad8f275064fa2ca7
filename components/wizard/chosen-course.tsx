import { useTranslations } from "next-intl";
import { CatalogueName } from "@/components/courses/catalogue-name";
import type { CatalogueSpeciality, CatalogueSyllabus } from "@/lib/catalogue/schema";
import { Link } from "@/lib/i18n/navigation";

type Props = { course: CatalogueSyllabus; instrument: CatalogueSpeciality | undefined };

/** The course chosen in the course finder. */
export function ChosenCourse({ course, instrument }: Props) {
  const t = useTranslations("finder");
  return (
    <p className="card mb-6">
      {t.rich("chosen", {
        instrument: instrument ? "yes" : "no",
        course: () => (
          <strong>
            <CatalogueName of={course} />
          </strong>
        ),
        speciality: () => instrument && <CatalogueName of={instrument} uncapitalised />,
      })}{" "}
      <Link href="/#courses">{t("change")}</Link>
    </p>
  );
}
