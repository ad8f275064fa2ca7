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
import { questionsToAnswer } from "@/lib/family/questions";
import { Link } from "@/lib/i18n/navigation";
import { birthDateAction } from "../actions";
import { AnswerForm } from "../answer-form";
import { QuestionForm } from "../question-form";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

/** The page behind the link that asks whether places are kept; looking at it does nothing. */
export default orAway(async function Page({ params }: PageProps<"/[locale]/answer/[token]">) {
  const { token } = await params;
  const now = new Date();
  const personId = await readerOfLink(token, now);
  const [places, questions] = personId
    ? await Promise.all([placesToAnswer(personId, now), questionsToAnswer(personId, now)])
    : [[], []];
  if (!personId || places.length + questions.length === 0) return <NothingOpen />;
  const studentId = passFor(await guardianPass.read(), personId, now);
  const isKnown = [...places, ...questions].some((asked) => asked.studentId === studentId);
  if (!isKnown)
    return (
      <Column>
        <BirthDate token={token} asks={places.length > 0 ? "place" : "question"} />
      </Column>
    );
  return (
    <Column>
      {places.length > 0 && <AnswerForm token={token} places={places} />}
      {questions.map((question, at) => (
        <QuestionForm
          key={question.id}
          token={token}
          question={question}
          level={places.length === 0 && at === 0 ? "h1" : "h2"}
        />
      ))}
    </Column>
  );
});

async function NothingOpen() {
  const t = await getTranslations("account.placeAnswer");
  return (
    <>
      <PageTitle>{t("none")}</PageTitle>
      <NothingHere title={t("none")} text={t("noneLead")}>
        <Link href="/account" className={buttonClass()}>
          {t("account")}
        </Link>
      </NothingHere>
    </>
  );
}

/** Who does not know the student learns nothing from a mail that went astray. */
async function BirthDate({ token, asks }: { token: string; asks: "place" | "question" }) {
  const [t, question] = await Promise.all([
    getTranslations("account.placeAnswer"),
    getTranslations("account.question"),
  ]);
  return (
    <BirthDateQuestion
      action={birthDateAction}
      title={asks === "place" ? t("birthDateTitle") : question("title")}
      lead={asks === "place" ? t("birthDateLead") : question("birthDateLead")}
      label={t("birthDate")}
      token={token}
    />
  );
}
