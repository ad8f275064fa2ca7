import { expect, test } from "vitest";
import { parseLogo } from "./read-logo";

/** The size of an accepted SVG, or why it is refused. */
function checkSvg(text: string) {
  try {
    const { type, shown: _, ...size } = parseLogo(Buffer.from(text));
    expect(type).toBe("svg");
    return size;
  } catch (error) {
    const [, problem] = /^The logo is no PNG, and as an SVG it (.*)\.$/.exec((error as Error).message) ?? [];
    return { problem };
  }
}

const svg = (content: string, attributes = 'viewBox="0 0 300 100"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

test.each([
  [svg('<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0h3"/><use href="#a"/>'), 300, 100],
  [svg("<style>.a{fill:#c00}</style>", 'width="48px" height="48"'), 48, 48],
  [svg('<image href="data:image/png;base64,AAAA"/>'), 300, 100],
  [svg('<g xmlns:i="https://inkscape.example/" i:export-filename="C:\\\\logo.png"/>'), 300, 100],
])("desk 30: an SVG is accepted with its size", (text, width, height) => {
  expect(checkSvg(text)).toEqual({ width, height });
});

test.each([
  ["script", svg("<script>alert(1)</script>")],
  ["script in a namespace of its own", svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>')],
  ["a handler", svg('<path onload="alert(1)"/>')],
  ["a page inside", svg("<foreignObject><p/></foreignObject>")],
  ["an image from elsewhere", svg('<image href="https://evil.example/a.png"/>')],
  ["an image from elsewhere by xlink", svg('<image xlink:href="//evil.example/a.png"/>')],
  ["a drawing inside an image", svg('<image href="data:image/svg+xml;base64,AAAA"/>')],
  ["a link that runs", svg('<a href="&#106;avascript:alert(1)"/>')],
  ["a link animated to run", svg('<a><animate attributeName="xlink:href" to="javascript:alert(1)"/></a>')],
  ["a fill from elsewhere", svg('<path fill="url(https://evil.example/a#b)"/>')],
  ["a style from elsewhere", svg("<style>@import 'https://evil.example/a.css'</style>")],
  ["an escape in a style", svg("<style>a{fill:\\75rl(https://evil.example)} b{fill:url(#a)}</style>")],
  ["an escaped import", svg("<style>@\\69mport 'https://evil.example/a.css'</style>")],
  ["a fill that is an escape alone", svg('<path fill="\\75rl(https://evil.example/a#b)"/>')],
  ["an HTML element", svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml" srcset="https://evil.example/a"/>')],
  ["no namespace, which no browser shows", '<svg viewBox="0 0 3 1"><path d="M0 0h3"/></svg>'],
  ["a style sheet before the drawing", `<?xml-stylesheet href="https://evil.example/a.css"?>${svg("")}`],
  ["an entity", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("&a;")}`],
  ["an entity that hides behind a document type", `<!DOCTYPE svg><!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`],
  [
    "a document type with an entity between quotes",
    `<!DOCTYPE svg PUBLIC "a>" "b" [<!ENTITY a "b">]>${svg("")}`,
  ],
  ["a width beyond the limit", svg("", 'viewBox="0 0 1e300 100"')],
  ["a height beyond the limit", svg("", 'width="10" height="3000000000"')],
  ["no size", svg("", "")],
  ["a page", "<html><body/></html>"],
  ["nothing", ""],
])("desk 30: an SVG with %s is refused", (_, text) => {
  expect(() => parseLogo(Buffer.from(text))).toThrow("as an SVG it");
});

test.each([
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
  `<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 20010904//EN'\n  'http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd'>`,
  '<!DOCTYPE svg SYSTEM "about:legacy-compat">',
  "<!DOCTYPE svg>",
  '<!DOCTYPE  svg  PUBLIC  "-//W3C//DTD SVG 1.1//EN"  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"  >',
])("desk 30: an editor's document type is removed: %s", (doctype) => {
  const [declaration = "", drawing = ""] = svg("<path/>").split(/(?=<svg)/);
  const logo = parseLogo(Buffer.from(`${declaration}\n${doctype}${drawing}`));
  expect(logo).toMatchObject({ type: "svg", width: 300, height: 100 });
  expect(logo.shown.toString()).toBe(`${declaration}\n${drawing}`);
});

// Elements that run or load something (SVG 2, SVG Tiny 1.2, HTML), in any position and spelling.
test.each<[content: string, problem: string]>([
  ...["script", "foreignObject", "iframe", "embed", "object", "audio", "video", "handler", "listener"].map(
    (name) => [`<g><${name}/><${name}/></g>`, `has <${name.toLowerCase()}>`] as [string, string],
  ),
  ['<path onclick="a()"/>', "runs something onclick"],
  ['<image href=" x#a"/>', "refers to  x#a"],
  ['<image href="xdata:image/png;base64,AAAA"/>', "refers to xdata:image/png;base64,AAAA"],
  ['<image href="data:image/gif;base64,AAAA"/>', "refers to data:image/gif;base64,AAAA"],
  [`<image href="https://${"a".repeat(80)}"/>`, `refers to https://${"a".repeat(52)}`],
  ['<x src="a.png"/>', "refers to a.png"],
  ['<g xml:base="https://evil.example/"/>', "refers to https://evil.example/"],
  ['<set attributeName="href"/>', "animates href"],
  ['<set attributeName="XLINK:HREF"/>', "animates XLINK:HREF"],
  ['<set attributeName="onclick"/>', "animates onclick"],
  ["<style>@import 'a'</style>", "loads a style"],
  ["<defs><g><style>@import 'a'</style></g></defs>", "loads a style"],
  ["<style><![CDATA[@import 'a']]></style>", "loads a style"],
  ["<style>@im<!-- -->port 'a'</style>", "loads a style"],
  ["<style>a{fill:image-set('a' 1x)}</style>", "loads a style"],
  ["<style>a{width:EXPRESSION(a())}</style>", "loads a style"],
  ["<style>a{}</style><style>b{fill:url(a.png)}</style>", "loads a.png"],
  [`<path style="fill:url( 'https://${"a".repeat(80)}')"/>`, `loads https://${"a".repeat(52)}`],
  ['<path fill="url(#a) url( &quot;b.png&quot; )"/>', "loads b.png"],
  ['<path style="fill:\\75rl(a)"/>', "hides what it loads"],
  ['<h:p xmlns:h="http://www.w3.org/1999/xhtml"/>', "holds parts of a page"],
])("desk 30: %s is refused with one message", (content, problem) => {
  expect(checkSvg(svg(content))).toEqual({ problem });
});

test.each([
  '<image href=" #a "/><image href="DATA:image/jpeg;base64,AA"/><image href="data:image/webp;base64,AA"/>',
  '<g version="1.1" fill="#fff"><set attributeName="opacity"/><set attributeName="position"/></g>',
  '<g id="online" class="on"/><path id="ahref"/>',
  '<set attributeName="hreflang"/><set attributeName="hrefs"/>',
  "<text>url(https://school.example) @import</text>",
  "<style>a{fill:url('#a')}</style> url(https://school.example) <g/>",
  '<g xmlns:i="https://inkscape.example/" i:note="url(https://school.example)"/>',
  "<svg><path/></svg>",
])("desk 30: %s is accepted", (content) => {
  expect(checkSvg(svg(content))).toEqual({ width: 300, height: 100 });
});

const NO_SIZE = "is no SVG with a viewBox, or a width and a height";
const NO_NAME = 'does not say xmlns="http://www.w3.org/2000/svg"';
const TOO_LARGE = "is more than 100000 across or down";

test.each([
  ['viewBox=" 0, 0,300.2 99.1 "', { width: 301, height: 100 }],
  ['viewBox="0 0 300 0" width="30mm" height="9.5"', { width: 30, height: 10 }],
  ['viewBox="0 0 0 100" width="30" height="9"', { width: 30, height: 9 }],
  ['viewBox="0 0 100000 1"', { width: 100_000, height: 1 }],
  ['viewBox="0 0 1 100001"', { problem: TOO_LARGE }],
  ['viewBox="0 0 -3 1"', { problem: NO_SIZE }],
  ['viewBox="0 0 3 -1"', { problem: NO_SIZE }],
  ['width="3"', { problem: NO_SIZE }],
  ['height="3"', { problem: NO_SIZE }],
  ['width="0" height="3"', { problem: NO_SIZE }],
  ['width="3" height="0"', { problem: NO_SIZE }],
  ['width="100%" height="wide"', { problem: NO_SIZE }],
])("desk 30: the size of an SVG with %s", (attributes, expected) => {
  expect(checkSvg(svg("", attributes))).toEqual(expected);
});

test("desk 30: an SVG is nested at most sixteen deep", () => {
  const nested = (depth: number) => svg("<g>".repeat(depth) + "</g>".repeat(depth));
  expect(checkSvg(nested(15))).toEqual({ width: 300, height: 100 });
  for (const depth of [16, 18, 100, 20_000])
    expect(checkSvg(nested(depth))).toEqual({ problem: "is nested more than 16 deep" });
});

/** Shapes that show shapes, each twice: 2^18 of them. */
const doubleShapes = (
  createReference: (id: string) => string,
  createShape: (id: string, content: string) => string,
  style = "",
) =>
  `<defs>${style}${Array.from({ length: 18 }, (_, index) => createShape(`s${index + 1}`, createReference(`s${index}`).repeat(2))).join("")}</defs><path id="s0" d="M0 0"/>${createReference("s18")}`;
const group = (id: string, content: string) => `<g id="${id}">${content}</g>`;
const pattern = (id: string, content: string) => `<pattern id="${id}">${content}</pattern>`;

test.each([
  ["<use>", doubleShapes((id) => `<use href="#${id}"/>`, group)],
  ["<use> by xlink", doubleShapes((id) => `<use xlink:href=" #${id}"/>`, group)],
  ["patterns", doubleShapes((id) => `<path fill="url(#${id})"/>`, pattern)],
  ["masks in a style", doubleShapes((id) => `<path style="mask:url('#${id}')"/>`, pattern)],
  [
    "classes",
    doubleShapes(
      (id) => `<path class="x ${id}"/>`,
      pattern,
      `<style>${Array.from({ length: 19 }, (_, index) => `g > .s${index}, b {fill:url(#s${index})}`).join("")}</style>`,
    ),
  ],
  ["an element that shows itself", '<g id="a"><use href="#a"/></g>'],
  ["two that show each other", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ["many shapes", "<path/>".repeat(20_001)],
])("desk 30: an SVG that multiplies its shapes is refused: %s", (_, content) => {
  expect(checkSvg(svg(content))).toEqual({ problem: "draws more than 20000 shapes" });
});

test("desk 30: an SVG that reuses its shapes is accepted", () => {
  const shapes = '<path d="M0 0"/>'.repeat(30);
  const gradient =
    '<linearGradient id="p"/><linearGradient id="q" href="#p"><stop class="d"/></linearGradient>';
  const content = `<style>.c,path{fill:url(#q)}</style>${gradient}<g id="a">${shapes}</g>${'<use href="#a"/>'.repeat(100)}<a href="#a"/>`;
  expect(checkSvg(svg(content))).toEqual({ width: 300, height: 100 });
});

test.each([
  ["", NO_SIZE],
  ['<svg viewBox="0 0 3 1"/>', NO_NAME],
  ['<g xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"/>', `${NO_NAME}, ${NO_SIZE}`],
  [`<g/>${svg("")}`, `${NO_NAME}, ${NO_SIZE}`],
  [
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("").slice(21)}`,
    expect.stringMatching(/^defines names of its own in its <!DOCTYPE>/),
  ],
  [
    `<!doctype svg>${svg("").slice(21)}`,
    expect.stringMatching(/^defines names of its own in its <!DOCTYPE>/),
  ],
  ["<?xml-stylesheet href='a.css'?>", `has “<?xml-stylesheet”, ${NO_SIZE}`],
])("desk 30: a text that is no SVG is refused: %s", (text, problem) => {
  expect(checkSvg(text)).toEqual({ problem });
});
