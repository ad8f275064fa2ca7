import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BirthDateQuestion } from "@/app/[locale]/account/birth-date-question";
import { guardianPass } from "@/app/[locale]/account/session-cookie";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { NothingHere } from "@/components/site/nothing-here";
import { Column } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { passFor } from "@/lib/family/guardian-pass";
import { placesToAnswer, readerOfLink } from "@/lib/family/place-answers";
import { Link } from "@/lib/i18n/navigation";
import { birthDateAction } from "../actions";
import { AnswerForm } from "../answer-form";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

/** The page behind the link that asks whether places are kept; looking at it does nothing. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/answer/[token]">) {
  const { token } = await params;
  const now = new Date();
  const personId = await readerOfLink(token, now);
  const places = personId ? await placesToAnswer(personId, now) : [];
  if (!personId || places.length === 0) return <NothingOpen />;
  const studentId = passFor(await guardianPass.read(), personId, now);
  const isKnown = places.some((place) => place.studentId === studentId);
  return (
    <Column>{isKnown ? <AnswerForm token={token} places={places} /> : <BirthDate token={token} />}</Column>
  );
});

async function NothingOpen() {
  const t = await getTranslations("account.placeAnswer");
  return (
    <>
      <PageTitle>{t("none")}</PageTitle>
      <NothingHere title={t("none")} text={t("noneLead")}>
        <Link href="/account" prefetch={false} className={buttonClass()}>
          {t("account")}
        </Link>
      </NothingHere>
    </>
  );
}

async function BirthDate({ token }: { token: string }) {
  const t = await getTranslations("account.placeAnswer");
  return (
    <BirthDateQuestion
      action={birthDateAction}
      title={t("birthDateTitle")}
      lead={t("birthDateLead")}
      label={t("birthDate")}
      token={token}
    />
  );
}
