import { createHash } from "node:crypto";
import { Parser } from "htmlparser2";

/** The sources of `style-src` that allow exactly the styles of a message: its attributes and style elements. */
export function styleHashes(html: string): string {
  const styles = new Set<string>();
  let element: string | undefined;
  const parser = new Parser({
    onopentag(name, { style }) {
      if (style !== undefined) styles.add(style);
      element = name === "style" ? "" : undefined;
    },
    ontext: (text) => {
      if (element !== undefined) element += text;
    },
    onclosetag() {
      if (element !== undefined) styles.add(element);
      element = undefined;
    },
  });
  parser.end(html);
  const hashes = [...styles].map(
    (style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
  return ["'unsafe-hashes'", ...hashes].join(" "); // without that word a hash allows no attribute
}
