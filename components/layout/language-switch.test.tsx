import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LanguageSwitch } from "./language-switch";

it.each([
  ["/ca/enroll?course=61&instrument=61", "/enroll", "course=61&instrument=61"],
  ["/ca/enroll", "/enroll", ""],
])("W38: links to %s from the page in Spanish", (address, path, query) => {
  const html = renderToStaticMarkup(
    <PathnameContext value={path}>
      <SearchParamsContext value={new URLSearchParams(query)}>
        <LanguageSwitch label="Idioma" withForm={false} />
      </SearchParamsContext>
    </PathnameContext>,
  );
  expect(html).toContain(`href="${address.replace("&", "&amp;")}"`);
});
