import { schoolContext } from "@/lib/enrollment/school-context";
import { wordsOf } from "@/lib/i18n/docs/words-of";
import type { Locale } from "@/lib/i18n/locales";
import { publicUrl } from "@/lib/school/settings";
import { Contents } from "./contents";
import { entriesOf, Sections } from "./guide";
import { readGuide } from "./guide-text";
import { packageAddress } from "./packages/packages";
import { readSnippets, Snippets } from "./snippets";
import { DocsPage, Opening } from "./text";

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
  const words = wordsOf(language);
  return (
    <DocsPage contents={<Contents label={words.inThisPage} entries={entriesOf(sections)} />}>
      <Opening title={title} lead={lead} />
      <Sections
        sections={sections.map((section) => ({ ...section, text: filled(section.text) }))}
        copy={words.code}
        blocks={{ snippets: (name) => <Snippets programs={snippets[name] ?? []} copy={words.code} /> }}
      />
    </DocsPage>
  );
}
