import type { Locale } from "@/lib/i18n/locales";
import { DECISION, ENDPOINT, EVENTS, MINOR } from "./samples";

/** `program`: one of docs/snippets, printed below. */
type Guide = { id: string; title: string; text: string[]; code?: string; program?: string };

/** What an integrator does beyond the first enrollment. */
export const integrating: Record<Locale, Guide[]> = {
  en: [
    {
      id: "minors",
      title: "A minor",
      text: [
        "A minor is enrolled by a guardian, whose own data come with it; a second guardian needs an e-mail address alone. Each of them gets a message of their own.",
      ],
      code: MINOR,
    },
    {
      id: "siblings",
      title: "Siblings and returning students",
      text: [
        "Everybody is in the system once, so a second child of the same guardian, or a student of last year, would be a `duplicate`. `POST /api/v1/academic/sibling_enrollment` takes the `reference` of an enrollment that your key has made and the other child's data; `POST /api/v1/academic/returning_enrollment` the `reference`, the new `school_year_id` and what is to be studied. Both answer as the first enrollment did.",
      ],
    },
    {
      id: "events",
      title: "What happens afterwards",
      text: [
        "`GET /api/v1/events` tells in order what happened to the enrollments that your key has made: created, accepted, rejected, waiting, withdrawn, and how far each e-mail got. Begin without `after`, keep `next`, ask again with it. Nothing is skipped and nothing comes twice. What the school has decided and not told yet does not show.",
        "`GET /api/v1/academic/enrollments` lists how they stand now; `POST …/{reference}/withdrawal` withdraws one while its family could.",
      ],
      code: EVENTS,
    },
    {
      id: "webhooks",
      title: "Webhooks",
      text: [
        "The same events can be sent to your server. The answer shows the `secret` once; each webhook is signed as the Standard Webhooks have it, and their libraries verify it in most languages. `webhook-id` is the same in every attempt: pass over one that you had. Answer 2xx within 15 seconds and work afterwards.",
        "What does not get through is tried ten times in three days; 410 or five days of failures switch the endpoint off, and a `ping` that gets through switches it on. `replay` sends anew what was missed, `attempts` shows what became of each, `rotate` gives a new secret while the old one signs too for 24 hours.",
        "A key has five endpoints at most. Of one that hangs or fails one webhook at a time is tried until one gets through, so that it holds nobody else's. Only https, port 443 (and others that the school opens) and public addresses are sent to. To try it on a machine of your own, start the server with `WEBHOOK_ALLOW_PRIVATE=true npm start` and name `http://localhost:4000/` as the `url`; a `POST …/webhook_endpoints/{id}/ping` shows at once whether it arrives.",
      ],
      code: ENDPOINT,
    },
    {
      id: "receiver",
      title: "A receiver",
      text: [
        "This one verifies what comes, refuses what is not signed with your secret or is older than five minutes, and prints the rest.",
      ],
      program: "receive-webhook.mjs",
    },
    {
      id: "sandbox",
      title: "A sandbox to test in",
      text: [
        "A test key works in a world of its own: its own people, enrollments and messages, beside the live catalogue. What is taken there is free elsewhere; nothing in it is seen by the school, and nobody is written to. All calls work as with a live key; under `/api/v1/sandbox` there is more, which a live key does not find.",
        "`POST …/reset` empties it. `POST …/seed` makes `count` enrollments in each state, the same for the same `seed`. `PUT …/clock` sets the day, which enrollment windows and ages follow; every answer says it in `Sandbox-Clock` until it is set to null. `POST …/enrollments/{reference}/decisions` decides as the school would, and tells the family.",
        "`GET …/outbox` shows what was sent, with its links; `?to=` one address, `&wait=10` as soon as there is something. An address that begins with `bounced`, `complained` or `delayed` (also `bounced+anything`), at any domain, has that happen to its mail. The header `Sandbox-Simulate: 429`, `500` or `503` has a request refused so. `POST …/form_session` answers a `url`: opened in a browser, once, it puts the form and the account pages there into the sandbox for a day. The package in `clients/playwright` drives all of it.",
        "Ask the school for a test key; on a machine of your own `npm run --silent key -- create NAME --test` prints one. With it in `API_KEY`, enroll the minor above, have the school accept him, and read what his guardian is told:",
      ],
      code: DECISION,
    },
    {
      id: "meanings",
      title: "What words mean",
      text: [
        "Today is the day in the school's time zone. The current school year is the earliest that has not ended; next is the one that starts after it; no other can be enrolled for. Who turns 18 today is 18; a birthday on 29 February counts on 1 March.",
        "One e-mail and one document belong to one person, student or guardian: e-mails are compared in lower case, documents by letters and digits alone. `school_hours` are hours a week; `price` is a school year's. A `state` is what the family has been told.",
      ],
    },
  ],
  es: [
    {
      id: "minors",
      title: "Un menor",
      text: [
        "A un menor lo matricula un tutor, cuyos datos van en la misma petición; del segundo tutor basta el correo. Cada uno recibe un mensaje propio.",
      ],
      code: MINOR,
    },
    {
      id: "siblings",
      title: "Hermanos y alumnos que vuelven",
      text: [
        "Cada persona está una sola vez en el sistema: otro hijo del mismo tutor, o un alumno del curso anterior, sería un `duplicate`. `POST /api/v1/academic/sibling_enrollment` toma la `reference` de una matrícula que hizo su clave y los datos del otro hijo; `POST /api/v1/academic/returning_enrollment`, la `reference`, el nuevo `school_year_id` y lo que se va a estudiar. Ambos responden como la primera matrícula.",
      ],
    },
    {
      id: "events",
      title: "Lo que ocurre después",
      text: [
        "`GET /api/v1/events` cuenta por orden lo que ocurre con las matrículas que hizo su clave: creada, aceptada, rechazada, en espera, retirada, y hasta dónde llegó cada correo. Empiece sin `after`, guarde `next` y vuelva a preguntar con él. Nada se salta y nada llega dos veces. Lo que la escuela ha decidido y aún no ha comunicado no aparece.",
        "`GET /api/v1/academic/enrollments` dice cómo están ahora; `POST …/{reference}/withdrawal` retira una mientras su familia podría.",
      ],
      code: EVENTS,
    },
    {
      id: "webhooks",
      title: "Webhooks",
      text: [
        "Los mismos avisos pueden enviarse a su servidor. La respuesta muestra el `secret` una sola vez; cada webhook va firmado según Standard Webhooks, cuyas bibliotecas lo verifican en casi todos los lenguajes. `webhook-id` es el mismo en cada intento: pase por alto el que ya tuvo. Responda 2xx en 15 segundos y trabaje después.",
        "Lo que no llega se intenta diez veces en tres días; un 410 o cinco días de fallos desactivan el destino, y un `ping` que llega lo activa. `replay` reenvía lo perdido, `attempts` muestra qué fue de cada intento, `rotate` da un secreto nuevo mientras el anterior firma también 24 horas.",
        "Una clave tiene como mucho cinco destinos. Con el que no responde o falla se prueba un solo webhook a la vez hasta que uno llega, y así no retiene los de los demás. Solo se envía a https, al puerto 443 (y a los que abra la escuela) y a direcciones públicas. Para probarlo en su propia máquina, arranque el servidor con `WEBHOOK_ALLOW_PRIVATE=true npm start` y ponga `http://localhost:4000/` como `url`; un `POST …/webhook_endpoints/{id}/ping` muestra enseguida si llega.",
      ],
      code: ENDPOINT,
    },
    {
      id: "receiver",
      title: "Un receptor",
      text: [
        "Este comprueba lo que llega, rechaza lo que no va firmado con su secreto o tiene más de cinco minutos, y escribe lo demás.",
      ],
      program: "receive-webhook.mjs",
    },
    {
      id: "sandbox",
      title: "Un entorno de pruebas",
      text: [
        "Una clave de prueba trabaja en un mundo propio: con sus personas, matrículas y mensajes, junto al catálogo real. Lo que allí está ocupado queda libre en los demás; la escuela no ve nada de ello y no se escribe a nadie. Todas las llamadas funcionan como con una clave real; bajo `/api/v1/sandbox` hay otras que una clave real no encuentra.",
        "`POST …/reset` lo vacía. `POST …/seed` crea `count` matrículas en cada estado, las mismas con el mismo `seed`. `PUT …/clock` fija el día, que siguen los plazos y las edades; cada respuesta lo dice en `Sandbox-Clock` hasta que se pone a null. `POST …/enrollments/{reference}/decisions` decide como lo haría la escuela, y se lo comunica a la familia.",
        "`GET …/outbox` muestra lo enviado, con sus enlaces; `?to=` lo de una dirección, `&wait=10` en cuanto haya algo. A una dirección que empiece por `bounced`, `complained` o `delayed` (también `bounced+algo`), en cualquier dominio, le pasa eso a su correo. Con la cabecera `Sandbox-Simulate: 429`, `500` o `503` la petición se rechaza así. `POST …/form_session` da una `url`: abierta en un navegador, una sola vez, lleva allí el formulario y la cuenta al entorno de pruebas durante un día. El paquete de `clients/playwright` lo maneja todo.",
        "Pida a la escuela una clave de prueba; en su propia máquina `npm run --silent key -- create NOMBRE --test` escribe una. Con ella en `API_KEY`, matricule al menor de arriba, haga que la escuela lo acepte y lea lo que se comunica a su tutora:",
      ],
      code: DECISION,
    },
    {
      id: "meanings",
      title: "Qué significan las palabras",
      text: [
        "Hoy es el día en la zona horaria de la escuela. El año académico actual es el primero que no ha terminado; el siguiente, el que empieza después; para ningún otro se puede matricular. Quien cumple hoy 18 tiene 18; un 29 de febrero cuenta el 1 de marzo.",
        "Un correo y un documento son de una sola persona, estudiante o tutor: los correos se comparan en minúsculas, los documentos solo por letras y cifras. `school_hours` son horas a la semana; `price` es el de un año académico. Un `state` es lo que se ha comunicado a la familia.",
      ],
    },
  ],
  ca: [
    {
      id: "minors",
      title: "Un menor",
      text: [
        "Un menor el matricula un tutor, les dades del qual van en la mateixa petició; del segon tutor n’hi ha prou amb el correu. Cadascú rep un missatge propi.",
      ],
      code: MINOR,
    },
    {
      id: "siblings",
      title: "Germans i alumnes que tornen",
      text: [
        "Cada persona és una sola vegada al sistema: un altre fill del mateix tutor, o un alumne de l’any passat, seria un `duplicate`. `POST /api/v1/academic/sibling_enrollment` pren la `reference` d’una matrícula que ha fet la vostra clau i les dades de l’altre fill; `POST /api/v1/academic/returning_enrollment`, la `reference`, el nou `school_year_id` i el que s’estudiarà. Tots dos responen com la primera matrícula.",
      ],
    },
    {
      id: "events",
      title: "Què passa després",
      text: [
        "`GET /api/v1/events` explica per ordre què passa amb les matrícules que ha fet la vostra clau: creada, acceptada, rebutjada, en espera, retirada, i fins on ha arribat cada correu. Comenceu sense `after`, deseu `next` i torneu a preguntar amb ell. Res no se salta i res no arriba dues vegades. El que l’escola ha decidit i encara no ha comunicat no hi surt.",
        "`GET /api/v1/academic/enrollments` diu com estan ara; `POST …/{reference}/withdrawal` en retira una mentre la seva família podria.",
      ],
      code: EVENTS,
    },
    {
      id: "webhooks",
      title: "Webhooks",
      text: [
        "Els mateixos avisos es poden enviar al vostre servidor. La resposta mostra el `secret` una sola vegada; cada webhook va signat segons Standard Webhooks, les biblioteques dels quals el verifiquen en gairebé tots els llenguatges. `webhook-id` és el mateix en cada intent: passeu per alt el que ja heu tingut. Responeu 2xx en 15 segons i treballeu després.",
        "El que no arriba s’intenta deu vegades en tres dies; un 410 o cinc dies d’errors desactiven la destinació, i un `ping` que arriba l’activa. `replay` torna a enviar el que s’ha perdut, `attempts` mostra què ha estat de cada intent, `rotate` dona un secret nou mentre l’anterior també signa 24 hores.",
        "Una clau té com a molt cinc destinacions. Amb la que no respon o falla es prova un sol webhook alhora fins que un arriba, i així no reté els dels altres. Només s’envia a https, al port 443 (i als que obri l’escola) i a adreces públiques. Per provar-ho a la vostra màquina, engegueu el servidor amb `WEBHOOK_ALLOW_PRIVATE=true npm start` i poseu `http://localhost:4000/` com a `url`; un `POST …/webhook_endpoints/{id}/ping` mostra de seguida si arriba.",
      ],
      code: ENDPOINT,
    },
    {
      id: "receiver",
      title: "Un receptor",
      text: [
        "Aquest comprova el que arriba, refusa el que no va signat amb el vostre secret o té més de cinc minuts, i escriu la resta.",
      ],
      program: "receive-webhook.mjs",
    },
    {
      id: "sandbox",
      title: "Un entorn de proves",
      text: [
        "Una clau de prova treballa en un món propi: amb les seves persones, matrícules i missatges, al costat del catàleg real. El que allà està ocupat queda lliure als altres; l’escola no en veu res i no s’escriu a ningú. Totes les crides funcionen com amb una clau real; sota `/api/v1/sandbox` n’hi ha d’altres que una clau real no troba.",
        "`POST …/reset` el buida. `POST …/seed` crea `count` matrícules en cada estat, les mateixes amb el mateix `seed`. `PUT …/clock` fixa el dia, que segueixen els terminis i les edats; cada resposta el diu a `Sandbox-Clock` fins que es posa a null. `POST …/enrollments/{reference}/decisions` decideix com ho faria l’escola, i ho comunica a la família.",
        "`GET …/outbox` mostra el que s’ha enviat, amb els enllaços; `?to=` el d’una adreça, `&wait=10` tan bon punt hi hagi alguna cosa. A una adreça que comenci per `bounced`, `complained` o `delayed` (també `bounced+qualsevol`), a qualsevol domini, li passa això al correu. Amb la capçalera `Sandbox-Simulate: 429`, `500` o `503` la petició es refusa així. `POST …/form_session` dona una `url`: oberta en un navegador, una sola vegada, hi porta el formulari i el compte a l’entorn de proves durant un dia. El paquet de `clients/playwright` ho fa anar tot.",
        "Demaneu a l’escola una clau de prova; a la vostra màquina `npm run --silent key -- create NOM --test` n’escriu una. Amb ella a `API_KEY`, matriculeu el menor de dalt, feu que l’escola l’accepti i llegiu què es comunica a la seva tutora:",
      ],
      code: DECISION,
    },
    {
      id: "meanings",
      title: "Què volen dir les paraules",
      text: [
        "Avui és el dia a la zona horària de l’escola. L’any acadèmic actual és el primer que no ha acabat; el següent, el que comença després; per a cap altre no es pot matricular. Qui fa avui 18 anys en té 18; un 29 de febrer compta l’1 de març.",
        "Un correu i un document són d’una sola persona, estudiant o tutor: els correus es comparen en minúscules, els documents només per lletres i xifres. `school_hours` són hores a la setmana; `price` és el d’un any acadèmic. Un `state` és el que s’ha comunicat a la família.",
      ],
    },
  ],
};
