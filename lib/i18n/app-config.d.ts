import type { Locale } from "./locales";
import type es from "./messages/es.json";

// Message keys are types, so that a misspelt key does not compile. They come from the Spanish messages.
declare module "use-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof es;
  }
}
