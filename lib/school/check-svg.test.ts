import { expect, test } from "vitest";
import { checkSvg, withoutDoctype } from "./check-svg";

const svg = (inside: string, more = 'viewBox="0 0 300 100"') =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${inside}</svg>`;

test.each([
  [svg('<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0h3"/><use href="#a"/>'), 300, 100],
  [svg("<style>.a{fill:#c00}</style>", 'width="48px" height="48"'), 48, 48],
  [svg('<image href="data:image/png;base64,AAAA"/>'), 300, 100],
  [svg('<g xmlns:i="https://inkscape.example/" i:export-filename="C:\\\\logo.png"/>'), 300, 100],
])("desk 30: a drawing is taken with its size", (text, width, height) => {
  expect(checkSvg(text)).toEqual({ width, height });
});

test.each([
  ["script", svg("<script>alert(1)</script>")],
  ["script in a namespace of its own", svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>')],
  ["a handler", svg('<path onload="alert(1)"/>')],
  ["a page inside", svg("<foreignObject><p/></foreignObject>")],
  ["an image from elsewhere", svg('<image href="https://evil.example/a.png"/>')],
  ["one in the old way", svg('<image xlink:href="//evil.example/a.png"/>')],
  ["a drawing inside an image", svg('<image href="data:image/svg+xml;base64,AAAA"/>')],
  ["a link that runs", svg('<a href="&#106;avascript:alert(1)"/>')],
  ["a link that begins to run", svg('<a><animate attributeName="xlink:href" to="javascript:alert(1)"/></a>')],
  ["a fill from elsewhere", svg('<path fill="url(https://evil.example/a#b)"/>')],
  ["a style from elsewhere", svg("<style>@import 'https://evil.example/a.css'</style>")],
  ["an escape in a style", svg("<style>a{fill:\\75rl(https://evil.example)} b{fill:url(#a)}</style>")],
  ["an escaped import", svg("<style>@\\69mport 'https://evil.example/a.css'</style>")],
  ["a fill that is an escape alone", svg('<path fill="\\75rl(https://evil.example/a#b)"/>')],
  ["parts of a page", svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml" srcset="https://evil.example/a"/>')],
  ["no namespace, which no browser shows", '<svg viewBox="0 0 3 1"><path d="M0 0h3"/></svg>'],
  ["a style sheet before it", `<?xml-stylesheet href="https://evil.example/a.css"?>${svg("")}`],
  ["an entity", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("&a;")}`],
  ["an entity that hides behind a document type", `<!DOCTYPE svg><!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`],
  [
    "a document type with an entity between quotes",
    `<!DOCTYPE svg PUBLIC "a>" "b" [<!ENTITY a "b">]>${svg("")}`,
  ],
  ["a size beyond all counting", svg("", 'viewBox="0 0 1e300 100"')],
  ["a height beyond all counting", svg("", 'width="10" height="3000000000"')],
  ["no size", svg("", "")],
  ["a page", "<html><body/></html>"],
  ["nothing", ""],
])("desk 30: a drawing with %s is refused", (_, text) => {
  expect(checkSvg(withoutDoctype(text))).toEqual({ problem: expect.stringMatching(/\w/) });
});

test.each([
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
  `<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 20010904//EN'\n  'http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd'>`,
  '<!DOCTYPE svg SYSTEM "about:legacy-compat">',
  "<!DOCTYPE svg>",
])("desk 30: a drawing loses the document type that its editor wrote: %s", (doctype) => {
  const [declaration = "", drawing = ""] = svg("<path/>").split(/(?=<svg)/);
  const shown = withoutDoctype(`${declaration}\n${doctype}${drawing}`);
  expect(shown).toBe(`${declaration}\n${drawing}`);
  expect(checkSvg(shown)).toEqual({ width: 300, height: 100 });
});
