import { useTranslations } from "next-intl";
import { Section } from "@/components/desk/section";
import { type Renewer, renewalAnswers } from "@/lib/admission/renewers";
import { Link } from "@/lib/i18n/navigation";

/** Whom the desk decides on before newcomers. */
const toSettle = ["change", "pending", "desk"] as const;

/** How many have answered what, and by name who waits for the desk. */
export function AnswersSoFar({ people }: { people: Renewer[] }) {
  const t = useTranslations("desk.renewal");
  const of = (answer: Renewer["answer"]) => people.filter((one) => one.answer === answer);
  return (
    <>
      <dl className="stat-line mb-8">
        {renewalAnswers.map((answer) => (
          <div key={answer}>
            <dt>{t(`answers.${answer}`)}</dt>
            <dd>{of(answer).length}</dd>
          </div>
        ))}
      </dl>
      {toSettle
        .filter((answer) => of(answer).length > 0)
        .map((answer) => (
          <Section key={answer} id={answer} title={t(`answers.${answer}`)}>
            <p className="mb-2 max-w-measure text-muted">{t(`why.${answer}`)}</p>
            <ul>
              {of(answer).map(({ reference, student }) => (
                <li key={reference}>
                  <Link href={`/desk/enrollments/${reference}`} className="inline-block min-h-target py-1.5">
                    <bdi>{student}</bdi> <span className="font-mono">{reference}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
    </>
  );
}
