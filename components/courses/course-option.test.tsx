import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import es from "@/lib/i18n/messages/es.json";
import { createSyllabus } from "@/test/support/data/random-courses";
import { useCourseOption } from "./course-option";

type Props = { age: number; highest: number | null; headingAge: number | undefined };

function Hint({ age, highest, headingAge }: Props) {
  const facts = { id: 1, age, mandatory: [], electives: [], required: 0, instruments: [] };
  const syllabus = { ...createSyllabus(facts), highest_start_age: highest };
  const course = { syllabus, price: undefined, minutes: 60, minutesAtLeast: false };
  return useCourseOption()(course, headingAge).hint;
}

it.each<[string, Props]>([
  ["", { age: 8, highest: 17, headingAge: undefined }],
  [" · hasta 17 años", { age: 8, highest: 17, headingAge: 8 }],
  [" · desde 12 años · hasta 18 años", { age: 12, highest: 18, headingAge: 18 }],
  [" · desde 18 años", { age: 18, highest: null, headingAge: 0 }],
  [" · 4 años", { age: 4, highest: 4, headingAge: 4 }],
])("families 37: where the age is not known exactly, an option says its ages (%s)", (text, props) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="es" messages={es} timeZone="UTC">
      <Hint {...props} />
    </NextIntlClientProvider>,
  );
  expect(html.replace(/<[^>]+>/g, "").replaceAll("\u00a0", " ")).toBe(`1 h a la semana${text}`);
});
