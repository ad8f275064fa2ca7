import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from "html-validate";

const RULES: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // Written by React and irrelevant for readers: attribute names, quotes, self-closing tags, spaces.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "no-trailing-whitespace": "off",
    "void-style": "off",
    // The school's name may make titles long.
    "long-title": "off",
    // Scripts and styles have a nonce instead.
    "require-sri": "off",
    // Explicit roles are needed where tables become cards.
    "no-redundant-role": "off",
    "form-dup-name": ["error", { shared: ["radio", "submit", "reset", "button", "checkbox"] }],
    "valid-id": ["error", { relaxed: true }], // React's own
    "tel-non-breaking": ["error", { ignoreClasses: ["whitespace-nowrap"] }],
  },
};

/** Caches rules, whose loading takes as long as validating a page. */
class CachedConfigLoader extends StaticConfigLoader {
  #rules: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(handle: string) {
    this.#rules ??= super.getConfigFor(handle);
    return this.#rules;
  }
}

const checker = new HtmlValidate(new CachedConfigLoader(RULES));

/** Unique errors of a served page. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  const errors = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} – ${excerpt(html, line, column)}`,
    ),
  );
  return [...new Set(errors)];
}

const excerpt = (html: string, line: number, column: number) =>
  (html.split("\n")[line - 1] ?? "").slice(Math.max(0, column - 40), column + 120);
