import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Choice } from "@/components/action/fields";
import { leftIn } from "@/components/desk/left-in";
import { Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import type { DecisionOptions, PlaceOption } from "@/lib/desk/decide/queries";

type Props = { open: PlaceOption[] } & Pick<DecisionOptions, "preselected">;

const chosenAs = ({ specialityId, syllabusId }: Props["preselected"]) =>
  `${specialityId ?? ""}/${syllabusId ?? ""}`;

/** What can be given in turn, as one choice: one of them is always chosen. */
export function OpenPlaces({ open, preselected }: Props) {
  const t = useTranslations("decisions.form");
  const first = chosenAs(preselected);
  const picked = open.some((place) => chosenAs(place) === first);
  return (
    <>
      {first !== "/" && !picked && <Closed />}
      <Choice
        name="place"
        label={t("place")}
        options={open.map(({ name, wish, ...place }) => ({
          value: chosenAs(place),
          label: [name, wish && t("wish", { option: wish }), t("left", leftIn(place))]
            .filter(Boolean)
            .join(" · "),
        }))}
        defaultValue={picked ? first : undefined}
      />
    </>
  );
}

/** Instead of a form that could only be refused. */
export function NothingOpen({ title, caption }: { title: string; caption: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <Title caption={caption}>{title}</Title>
      <Closed />
    </>
  );
}

function Closed() {
  const t = useTranslations("decisions.form");
  return <Notice tone="wait">{t("closed")}</Notice>;
}
