import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import es from "@/lib/i18n/messages/es.json";
import { CourseSummary } from "./course-summary";

it.each([
  [true, "Piano · desde 4 h 45 min a la semana · desde 90,00 € al mes"],
  [false, "Piano · 4 h 45 min a la semana · 90,00 € al mes"],
])("families 37: hours and price that depend on a choice (%s) are lower bounds", (atLeast, text) => {
  const price = { month: 9_000, year: 90_000, atLeast, withSpeciality: false };
  const name = { text: "Piano", lang: undefined };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="es" messages={es} timeZone="UTC">
      <CourseSummary course={{ name, weekly: { minutes: 285, atLeast }, price }} />
    </NextIntlClientProvider>,
  );
  expect(html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ")).toBe(text);
});
