import { schoolContext } from "@/lib/enrollment/school-context";
import { wordsOf } from "@/lib/i18n/docs/words-of";
import type { Locale } from "@/lib/i18n/locales";
import { publicUrl } from "@/lib/school/settings";
import { Sections } from "./guide";
import { readGuide } from "./guide-text";
import { packageAddress } from "./packages/packages";
import { readSnippets, Snippets } from "./snippets";
import { Opening } from "./text";

/** Quick start and guides. */
export async function Start({ language }: { language: Locale }) {
  const [{ title, lead, sections }, snippets, { schoolYears }, client, flows] = await Promise.all([
    readGuide("start", language),
    readSnippets(),
    schoolContext(),
    packageAddress("typescript"),
    packageAddress("playwright"),
  ]);
  const [year] = schoolYears;
  const filled = (text: string) =>
    text
      .replaceAll("{client}", client)
      .replaceAll("{flows}", flows)
      .replaceAll("{base}", publicUrl())
      .replaceAll("{year}", String(year?.id ?? "<id>"))
      .replaceAll("{speciality}", String(year?.specialities[0] ?? "<id>"));
  return (
    <>
      <Opening title={title} lead={lead} />
      <nav aria-label={wordsOf(language).inThisPage} className="print:hidden">
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
      <Sections
        sections={sections.map((section) => ({ ...section, text: filled(section.text) }))}
        blocks={{ snippets: (name) => <Snippets programs={snippets[name] ?? []} /> }}
      />
    </>
  );
}
