import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LegalText } from "./legal-text";

const school = { name: "Escuela *Ada*", email: "a@school.example", phone: "+34 900", address: "<b>1</b>" };
const overrides = { h1: "h2", h2: "h3", h3: "h4", link: "a" } as const;
const renderText = (text: string) =>
  renderToStaticMarkup(<LegalText text={text} school={school} overrides={overrides} />);

test.each([
  "<script>alert(1)</script>",
  '<img src="x" onerror="alert(1)">',
  '<iframe src="https://evil.example"></iframe>',
  "<style>body { display: none }</style>",
])("HTML in a school's text is not rendered: %s", (text) => {
  expect(renderText(`Before\n\n${text}\n\nAfter`)).not.toMatch(/<(?:script|img|iframe|style)/);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
])("links in a school's text cannot run scripts: %s", (address) => {
  expect(renderText(`[here](${address})`)).not.toMatch(/(?:javascript|vbscript|data):/i);
});

test("the school's name and address are inserted as text", () => {
  expect(renderText("{school}, {address}")).toContain("Escuela *Ada*, &lt;b&gt;1&lt;/b&gt;");
});
