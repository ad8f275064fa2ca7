import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

/** What a page that is refused before it is rendered says. */
export const refusalWords = { es: es.refusals, ca: ca.refusals, en: en.refusals };
