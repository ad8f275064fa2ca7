import { readFile } from "node:fs/promises";
import { schoolContext } from "@/lib/enrollment/school-context";
import type { Words as AllWords } from "@/lib/i18n/docs/en";
import { integrating } from "@/lib/i18n/docs/integrating";
import { wordsOf } from "@/lib/i18n/docs/words-of";
import type { Locale } from "@/lib/i18n/locales";
import { publicUrl } from "@/lib/school/settings";
import { Code, Opening, Part, Words } from "./text";

type Section = {
  id: string;
  title: string;
  text: string[];
  code?: string;
  snippet?: string;
  program?: string;
};

/** Quick start and guides. */
export async function Start({ language }: { language: Locale }) {
  const words = wordsOf(language);
  const [year] = (await schoolContext()).schoolYears;
  const filled = (text: string) =>
    text
      .replaceAll("{base}", publicUrl())
      .replaceAll("{year}", String(year?.id ?? "<id>"))
      .replaceAll("{speciality}", String(year?.specialities[0] ?? "<id>"));
  const sections: Section[] = [...words.steps, ...integrating[language], ...words.guides];
  return (
    <>
      <Opening title={words.title} lead={words.lead} />
      <nav aria-label={words.inThisPage} className="print:hidden">
        <ul className="flex flex-wrap gap-x-6">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-target items-center">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, text, code, snippet, program }) => (
        <Part key={id} id={id} title={title}>
          {text.map((paragraph) => (
            <p key={paragraph} className="max-w-measure">
              <Words text={filled(paragraph)} />
            </p>
          ))}
          {code && <Code label={title}>{filled(code)}</Code>}
          {program && <Program name={program} label={title} />}
          {snippet && <Snippets name={snippet} languages={words.languages} />}
        </Part>
      ))}
    </>
  );
}

const sourceOf = (name: string) => readFile(`docs/snippets/${name}`, "utf8");

async function Program({ name, label }: { name: string; label: string }) {
  return <Code label={label}>{(await sourceOf(name)).trimEnd()}</Code>;
}

async function Snippets({ name, languages }: { name: string; languages: AllWords["languages"] }) {
  const all = await Promise.all(
    Object.entries(languages).map(async ([suffix, language]) => ({
      language,
      text: await sourceOf(`${name}.${suffix}`),
    })),
  );
  return all.map(({ language, text }, at) => (
    <details key={language} open={at === 0} className="max-w-full">
      <summary className="min-h-target cursor-pointer py-2 font-semibold">{language}</summary>
      <Code label={language}>{text.trimEnd()}</Code>
    </details>
  ));
}
