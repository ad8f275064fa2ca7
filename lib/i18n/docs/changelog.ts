import type { Locale } from "@/lib/i18n/locales";

type Changelog = {
  title: string;
  lead: string;
  policy: { title: string; text: string[] };
  entries: { day: string; changes: string[] }[];
};

/** What has changed for integrators, the newest first, and what may change how. */
export const changelog: Record<Locale, Changelog> = {
  en: {
    title: "Changelog",
    lead: "What is new for whoever uses the API. Only what is added stands here: within v1 nothing is taken away.",
    policy: {
      title: "What may change, and how you hear of it",
      text: [
        "Within v1 we add endpoints, optional members of requests, members of answers, headers, states, event types and codes. Pass over what you do not know.",
        "What would break a client comes as v2 beside v1. From that day every answer of v1 says so with the headers `Deprecation` (since when) and `Sunset` (until when), and v1 works for twelve months at least.",
      ],
    },
    entries: [
      {
        day: "2026-11-23",
        changes: [
          "`openapi.json` has `webhooks`, types events by their `type` and names each refusal once: it is half as long.",
          "503 with `outcome_unknown`: what you sent may have been stored, because no answer came from the database. `unavailable` says that nothing was.",
          "Webhooks are fair: an endpoint that hangs or fails gets one at a time and holds nobody else's. A key makes five endpoints at most (who had more keeps them), and they go to port 443, or to another one that the school opens.",
        ],
      },
      {
        day: "2026-11-22",
        changes: [
          "`GET /api/v1/academic/enrollments` lists enrollments; each has `version`, `updated_at`, what it is assigned and its rank while it waits. The scope `enrollment:read_all` shows everybody's.",
          "`POST /api/v1/academic/enrollments/{reference}/withdrawal` withdraws one.",
          "`POST /api/v1/academic/sibling_enrollment` and `returning_enrollment`.",
          "`GET /api/v1/events`, and webhooks. Events are kept for 90 days; a cursor from before is told so (`cursor_expired`).",
          "A test key works in a sandbox of its own: what is taken there is free elsewhere, and it learns nothing of live data. Under `/api/v1/sandbox`: reset, seed, clock, decisions, outbox, form session.",
          "403 names the missing scope in `WWW-Authenticate`; `doc_url` leads to the page in the message's language; `openapi.json` is compressed, has an `ETag` and can be read from other origins.",
          "`openapi.json` asks for a minor's `student_email` unless the school allows minors without e-mail; its examples can be posted as they are.",
          "Codes `transition_not_allowed`, `limit_reached` and `invalid_value`.",
        ],
      },
      {
        day: "2026-11-21",
        changes: ["v1: the ten endpoints of the interface, and `GET …/enrollments/{reference}`."],
      },
    ],
  },
  es: {
    title: "Cambios",
    lead: "Lo nuevo para quien usa la API. Aquí solo hay añadidos: dentro de v1 no se quita nada.",
    policy: {
      title: "Qué puede cambiar y cómo se avisa",
      text: [
        "Dentro de v1 añadimos puntos de acceso, miembros opcionales de peticiones, miembros de respuestas, cabeceras, estados, tipos de aviso y códigos. Pase por alto lo que no conozca.",
        "Lo que rompería un cliente llega como v2 junto a v1. Desde ese día cada respuesta de v1 lo dice con las cabeceras `Deprecation` (desde cuándo) y `Sunset` (hasta cuándo), y v1 funciona al menos doce meses más.",
      ],
    },
    entries: [
      {
        day: "2026-11-23",
        changes: [
          "`openapi.json` tiene `webhooks`, da los avisos por su `type` y cada rechazo una sola vez: ocupa la mitad.",
          "503 con `outcome_unknown`: puede que lo enviado se haya guardado, porque la base de datos no llegó a responder. `unavailable` dice que no se guardó nada.",
          "Los webhooks se reparten: un destino que no responde o falla recibe uno a la vez y no retiene los de nadie. Una clave crea cinco destinos como mucho (quien tenía más los conserva), y van al puerto 443 o a otro que abra la escuela.",
        ],
      },
      {
        day: "2026-11-22",
        changes: [
          "`GET /api/v1/academic/enrollments` da la lista de matrículas; cada una lleva `version`, `updated_at`, lo que tiene asignado y su puesto mientras espera. El permiso `enrollment:read_all` muestra las de todos.",
          "`POST /api/v1/academic/enrollments/{reference}/withdrawal` retira una.",
          "`POST /api/v1/academic/sibling_enrollment` y `returning_enrollment`.",
          "`GET /api/v1/events`, y webhooks. Los avisos se conservan 90 días; un cursor anterior lo sabe por `cursor_expired`.",
          "Cada clave de prueba trabaja en un entorno propio: lo que allí está ocupado queda libre en los demás, y de los datos reales no sabe nada. Bajo `/api/v1/sandbox`: vaciado, datos, reloj, decisiones, correo y formulario.",
          "403 nombra el permiso que falta en `WWW-Authenticate`; `doc_url` lleva a la página en la lengua del mensaje; `openapi.json` va comprimido, tiene `ETag` y se lee desde otros orígenes.",
          "`openapi.json` pide el `student_email` de un menor salvo que la escuela admita menores sin correo; sus ejemplos se pueden enviar tal cual.",
          "Códigos `transition_not_allowed`, `limit_reached` e `invalid_value`.",
        ],
      },
      {
        day: "2026-11-21",
        changes: ["v1: los diez puntos de acceso de la interfaz, y `GET …/enrollments/{reference}`."],
      },
    ],
  },
  ca: {
    title: "Canvis",
    lead: "El que és nou per a qui fa servir l’API. Aquí només hi ha afegits: dins de v1 no es treu res.",
    policy: {
      title: "Què pot canviar i com se us avisa",
      text: [
        "Dins de v1 afegim punts d’accés, membres opcionals de peticions, membres de respostes, capçaleres, estats, tipus d’avís i codis. Passeu per alt el que no conegueu.",
        "El que trencaria un client arriba com a v2 al costat de v1. Des d’aquell dia cada resposta de v1 ho diu amb les capçaleres `Deprecation` (des de quan) i `Sunset` (fins quan), i v1 funciona dotze mesos més com a mínim.",
      ],
    },
    entries: [
      {
        day: "2026-11-23",
        changes: [
          "`openapi.json` té `webhooks`, dona els avisos pel seu `type` i cada refús una sola vegada: ocupa la meitat.",
          "503 amb `outcome_unknown`: pot ser que el que heu enviat s’hagi desat, perquè la base de dades no va arribar a respondre. `unavailable` diu que no es va desar res.",
          "Els webhooks es reparteixen: una destinació que no respon o falla en rep un alhora i no reté els de ningú. Una clau crea cinc destinacions com a molt (qui en tenia més les conserva), i van al port 443 o a un altre que obri l’escola.",
        ],
      },
      {
        day: "2026-11-22",
        changes: [
          "`GET /api/v1/academic/enrollments` dona la llista de matrícules; cadascuna porta `version`, `updated_at`, el que té assignat i el seu lloc mentre espera. El permís `enrollment:read_all` mostra les de tothom.",
          "`POST /api/v1/academic/enrollments/{reference}/withdrawal` en retira una.",
          "`POST /api/v1/academic/sibling_enrollment` i `returning_enrollment`.",
          "`GET /api/v1/events`, i webhooks. Els avisos es conserven 90 dies; un cursor anterior ho sap per `cursor_expired`.",
          "Cada clau de prova treballa en un entorn propi: el que allà està ocupat queda lliure als altres, i de les dades reals no en sap res. Sota `/api/v1/sandbox`: buidatge, dades, rellotge, decisions, correu i formulari.",
          "403 anomena el permís que falta a `WWW-Authenticate`; `doc_url` porta a la pàgina en la llengua del missatge; `openapi.json` va comprimit, té `ETag` i es llegeix des d’altres orígens.",
          "`openapi.json` demana el `student_email` d’un menor tret que l’escola admeti menors sense correu; els seus exemples es poden enviar tal com són.",
          "Codis `transition_not_allowed`, `limit_reached` i `invalid_value`.",
        ],
      },
      {
        day: "2026-11-21",
        changes: ["v1: els deu punts d’accés de la interfície, i `GET …/enrollments/{reference}`."],
      },
    ],
  },
};
