"use client";

import { useParams } from "next/navigation";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import type { Locale } from "@/lib/i18n/locales";

/** When the server failed, words may be what it failed at: these come with the page's script. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  const { locale } = useParams<{ locale: Locale }>();
  const { title, text, again } = words[locale] ?? words.es;
  return (
    <Column>
      <title>{title}</title>
      <Title>{title}</Title>
      <p className="mb-6">{text}</p>
      <button type="button" onClick={reset} className={buttonClass()}>
        {again}
      </button>
    </Column>
  );
}

const words: Record<Locale, { title: string; text: string; again: string }> = {
  es: {
    title: "Algo ha fallado por nuestra parte",
    text: "No has hecho nada mal y tus respuestas siguen guardadas. Vuelve a intentarlo dentro de un momento.",
    again: "Volver a intentarlo",
  },
  ca: {
    title: "Alguna cosa ha fallat per part nostra",
    text: "No has fet res malament i les teves respostes continuen desades. Torna-ho a provar d’aquí a un moment.",
    again: "Torna-ho a provar",
  },
  en: {
    title: "Something failed on our side",
    text: "You did nothing wrong, and your answers are still saved. Try again in a moment.",
    again: "Try again",
  },
};
