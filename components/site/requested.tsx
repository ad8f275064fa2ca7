import { useLocale, useTranslations } from "next-intl";
import { formatMinutes, formatPrice, type Price } from "@/lib/catalogue/course-price";
import { getCatalogueLang } from "@/lib/i18n/locales";

type Props = {
  course: { names: string[]; minutes: number | undefined; price: Price | undefined } | undefined;
};

/** What was requested, in a line: instrument and course, hours a week and price a month. */
export function Requested({ course }: Props) {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  if (!course) return null;
  const { names, minutes, price: cost } = course;
  const facts = [
    minutes && t("weekly", { least: "no", time: formatMinutes(minutes) }),
    cost && formatPrice(cost, price, locale).line,
  ];
  return (
    <>
      {names.length > 0 ? <b lang={getCatalogueLang(locale)}>{names.join(", ")}</b> : t("open")}
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  );
}
