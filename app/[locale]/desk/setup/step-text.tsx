import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import type { StepStands } from "@/lib/office/setup/steps";

const places = {
  name: "/desk/settings/school_name",
  contact: "/desk/settings#contact_email",
  texts: "/desk/texts",
  catalogue: "/desk/catalogue",
  year: "/desk/catalogue",
} as const;

type Props = {
  stands: StepStands;
  isNext: boolean;
  /** By what the demo school is left, which has no page of its own. */
  demoAway: ReactNode;
  keep: FormAction;
  words: DeskWords;
};

/** What a step is, or by what it is done, and the way there; the next one is the one thing to do. */
export function StepText({ stands: { step, done, what }, isNext, demoAway, keep, words }: Props) {
  const t = useTranslations("desk.setup");
  return (
    <>
      <p className="text-small text-muted">{(done && what) || t(`of.${step}.what`)}</p>
      {step === "demo" ? (
        demoAway
      ) : (
        <p className="my-2">
          <Link href={places[step]} className={isNext ? buttonClass("primary") : undefined}>
            {done ? t("look") : t(`of.${step}.go`)}
            <span className="sr-only">: {t(`of.${step}.title`)}</span>
          </Link>
        </p>
      )}
      {step === "texts" && !done && (
        <ActionForm name="texts-kept" action={keep} words={words} className="mb-3">
          <Submit look="secondary">{t("keepTexts")}</Submit>
        </ActionForm>
      )}
    </>
  );
}
