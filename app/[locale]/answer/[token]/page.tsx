import type { Metadata } from "next";
import { guardianPass } from "@/app/[locale]/account/session-cookie";
import { orAway } from "@/app/[locale]/or-away";
import { AccountSaid } from "@/components/account/account-said";
import { Column } from "@/components/site/page";
import { readLinkRequests, findLinkReader } from "@/lib/family/renewal/verbs";
import { readGuardianToken } from "@/lib/family/guardians/verbs";
import { AnswerForm } from "../answer-form";
import { BehindLink, WhoseBirthDate } from "../behind-link";
import { NothingOpen, RenewalOver } from "../nothing-open";
import { QuestionForm } from "../question-form";
import { RenewalAnswered } from "../renewal-answered";
import { RenewalForm } from "../renewal-form";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

/** The page behind the link that asks whether places are kept, or who goes on; looking at it does nothing. */
export default orAway(async function Page({ params, searchParams }: PageProps<"/[locale]/answer/[token]">) {
  const [{ token }, { said }] = await Promise.all([params, searchParams]);
  const now = new Date();
  const personId = await findLinkReader(token, now);
  if (!personId) return <NothingOpen />;
  const { places, questions, renewal, about } = await readLinkRequests(personId, now);
  if (about.length === 0) return renewal?.isOver ? <RenewalOver said={said} /> : <NothingOpen said={said} />;
  const studentId = readGuardianToken(await guardianPass.read(), personId, now);
  if (!about.some((asked) => asked.studentId === studentId)) {
    const asks = places.length > 0 ? "place" : questions.length > 0 ? "question" : "renewal";
    return (
      <Column>
        <WhoseBirthDate token={token} asks={asks} />
      </Column>
    );
  }
  const renews = renewal && !renewal.isOver;
  const isOpen = renews && renewal.open.length > 0;
  const [first] = questions;
  return (
    <Column>
      <AccountSaid said={said} />
      {places.length > 0 && <AnswerForm token={token} places={places} />}
      {isOpen && <RenewalForm token={token} renewal={renewal} level={places.length > 0 ? "h2" : "h1"} />}
      {questions.map((question) => (
        <QuestionForm
          key={question.id}
          token={token}
          question={question}
          level={places.length === 0 && !isOpen && question === first ? "h1" : "h2"}
        />
      ))}
      {renews && (
        <RenewalAnswered
          token={token}
          renewal={renewal}
          level={places.length + questions.length === 0 && !isOpen ? "h1" : "h2"}
        />
      )}
      <BehindLink />
    </Column>
  );
});
