import { useLocale, useTranslations } from "next-intl";
import { formatMinutes, formatPrice, type Price } from "@/lib/catalogue/course-price";
import type { LocalName } from "@/lib/catalogue/names";

type Props = {
  course: { name: LocalName; minutes: number | undefined; price: Price | undefined } | undefined;
};

/** What was requested, in a line: instrument and course, hours a week and price a month. */
export function Requested({ course }: Props) {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  if (!course) return null;
  const { name, minutes, price: cost } = course;
  const facts = [
    minutes && t("weekly", { least: "no", time: formatMinutes(minutes) }),
    cost && formatPrice(cost, price, locale).line,
  ];
  return (
    <>
      {name.text ? <b lang={name.lang}>{name.text}</b> : t("open")}
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  );
}
