import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from "html-validate";

const RULES: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // What React writes, and no reader meets: names of attributes, quotes, self-closing tags, spaces.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "void-style": "off",
    // A title is as long as its school's name makes it.
    "long-title": "off",
    // Style and script have the page's nonce; Next's own scripts have no need of a hash.
    "require-sri": "off",
    // A table that becomes cards on a phone would be none without its roles, said aloud.
    "no-redundant-role": "off",
    "form-dup-name": ["error", { shared: ["radio", "submit", "reset", "button", "checkbox"] }],
    "valid-id": ["error", { relaxed: true }], // React's own
    "tel-non-breaking": ["error", { ignoreClasses: ["whitespace-nowrap"] }],
  },
};

/** Else the rules are read and checked anew for each page, which takes as long as reading the page. */
class ReadOnce extends StaticConfigLoader {
  #rules: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(handle: string) {
    this.#rules ??= super.getConfigFor(handle);
    return this.#rules;
  }
}

const checker = new HtmlValidate(new ReadOnce(RULES));

/** What html-validate finds wrong in a page as the server sent it, each thing once. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} – ${excerpt(html, line, column)}`,
    ),
  );
  return [...new Set(found)];
}

const excerpt = (html: string, line: number, column: number) =>
  (html.split("\n")[line - 1] ?? "").slice(Math.max(0, column - 40), column + 120);
