import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import { isSamePlace, NO_PLACE } from "@/lib/decisions/place";
import type { DecisionOptions, PlaceOption } from "@/lib/desk/decide/queries";
import { PlaceSelect } from "./place-select";

type Props = { open: PlaceOption[] } & Pick<DecisionOptions, "preselected">;

/** Places to offer; the family's choices first. */
export function PlaceField({ open, preselected }: Props) {
  const t = useTranslations("decisions.form");
  const picked = open.find((place) => isSamePlace(place, preselected));
  const first = picked ?? (open[0] as PlaceOption);
  const label = (name: string, wish: number | undefined, ...more: string[]) =>
    [name, wish && t("wish", { option: wish }), ...more].filter(Boolean).join(" · ");
  const specialities = [...new Set(open.map(({ specialityId }) => specialityId))].map(
    (id) => [id, open.filter(({ specialityId }) => specialityId === id)] as const,
  );
  return (
    <>
      {!isSamePlace(preselected, NO_PLACE) && !picked && <NoPlaceNotice />}
      <PlaceSelect
        preselected={{ speciality: toValue(first.specialityId), syllabus: toValue(first.syllabusId) }}
        words={{ speciality: t("speciality"), syllabus: t("syllabus"), show: t("show") }}
        specialities={specialities.map(([id, places]) => ({
          value: toValue(id),
          label: label(places[0]?.speciality ?? t("noSpeciality"), places[0]?.wish),
          syllabi: places.map(({ syllabusId, syllabus, wish, ...counts }) => ({
            value: toValue(syllabusId),
            label: label(syllabus ?? t("none"), wish, t("left", getFreePlacesValues(counts))),
          })),
        }))}
      />
    </>
  );
}

const toValue = (id: number | null) => String(id ?? "");

/** Shown instead of a form that could not be submitted. */
export function NoOpenPlace({ title, caption }: { title: string; caption: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <PageHeading caption={caption}>{title}</PageHeading>
      <NoPlaceNotice />
    </>
  );
}

function NoPlaceNotice() {
  const t = useTranslations("decisions.form");
  return <Notice tone="wait">{t("closed")}</Notice>;
}
