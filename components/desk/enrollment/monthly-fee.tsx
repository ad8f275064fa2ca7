import { getLocale, getTranslations } from "next-intl/server";
import { formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import { type EnrollmentRecord, listFamilyFees } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";

type Props = { actor: Actor; enrollment: EnrollmentRecord };

/** The fee of this student, and the sum for the family. */
export async function MonthlyFee({ actor, enrollment }: Props) {
  const [fees, t, price, locale] = await Promise.all([
    listFamilyFees(actor, enrollment),
    getTranslations("desk.enrollment.fee"),
    getTranslations("price"),
    getLocale(),
  ]);
  const ownPrice = fees.find(({ reference }) => reference === enrollment.reference)?.price;
  const total = sumPrices(fees.map((fee) => fee.price));
  if (!total) return null;
  return (
    <>
      {" · "}
      {t("own", { price: ownPrice ? formatPrice(ownPrice, price, locale).line : t("unknown") })}
      {fees.length > 1 &&
        ` · ${t("family", {
          price: formatPrice(total, price, locale).line,
          students: fees.map(({ student }) => student).join(", "),
        })}`}
    </>
  );
}
