import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { SelectField } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import type { DecisionOptions, PlaceOption } from "@/lib/desk/decide/queries";

type Props = { open: PlaceOption[] } & Pick<DecisionOptions, "preselected">;

const chosenAs = ({ specialityId, syllabusId }: Props["preselected"]) =>
  `${specialityId ?? ""}/${syllabusId ?? ""}`;

/** What can be given in turn, as one choice: one of them is always chosen. */
export function PlaceField({ open, preselected }: Props) {
  const t = useTranslations("decisions.form");
  const first = chosenAs(preselected);
  const picked = open.some((place) => chosenAs(place) === first);
  return (
    <>
      {first !== "/" && !picked && <Closed />}
      <SelectField
        name="place"
        label={t("place")}
        options={open.map(({ name, wish, ...place }) => ({
          value: chosenAs(place),
          label: [name, wish && t("wish", { option: wish }), t("left", getFreePlacesValues(place))]
            .filter(Boolean)
            .join(" · "),
        }))}
        defaultValue={picked ? first : undefined}
      />
    </>
  );
}

/** Instead of a form that could only be refused. */
export function NoOpenPlace({ title, caption }: { title: string; caption: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <PageHeading caption={caption}>{title}</PageHeading>
      <Closed />
    </>
  );
}

function Closed() {
  const t = useTranslations("decisions.form");
  return <Notice tone="wait">{t("closed")}</Notice>;
}
