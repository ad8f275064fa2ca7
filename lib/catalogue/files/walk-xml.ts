import { Parser } from "htmlparser2";

type Node = { name: string; attributes: Record<string, string> };
type Walker = { open?: (node: Node) => void; text?: (text: string) => void; close?: (name: string) => void };

/** Goes through a document, element by element, each by its name without a prefix. */
export function walk(xml: string, { open, text, close }: Walker) {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.({ name: bare(name), attributes }),
      ontext: (part) => text?.(part),
      onclosetag: (name) => close?.(bare(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
}

const bare = (name: string) => name.slice(name.indexOf(":") + 1);
