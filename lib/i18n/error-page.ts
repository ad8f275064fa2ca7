import type { Locale } from "./locales";

/** The texts of the error page. They are code, because messages come from the server, which has failed. */
export const errorPageText: Record<Locale, { title: string; text: string; retry: string }> = {
  es: {
    title: "Algo ha fallado por nuestra parte",
    text: "No has hecho nada mal y tus respuestas siguen guardadas. Vuelve a intentarlo dentro de un momento.",
    retry: "Volver a intentarlo",
  },
  ca: {
    title: "Alguna cosa ha fallat per part nostra",
    text: "No has fet res malament i les teves respostes continuen desades. Torna-ho a provar d’aquí a un moment.",
    retry: "Torna-ho a provar",
  },
  en: {
    title: "Something went wrong on our side",
    text: "You did nothing wrong, and your answers are still saved. Try again in a moment.",
    retry: "Try again",
  },
};
