import type { Locale } from "./locales";
import type es from "./messages/es.json";

// Keys of words are types: a misspelt one does not compile. Spanish is the measure for the other two.
declare module "use-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof es;
  }
}
