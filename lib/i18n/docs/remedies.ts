import type { ErrorCode, FieldCode } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/locales";

type Remedies = { request: Record<ErrorCode, string>; field: Record<FieldCode, string> };

/** What an integrator can do about each code. */
export const remedies: Record<Locale, Remedies> = {
  en: {
    request: {
      invalid_json: "Send one JSON object in UTF-8, without NUL characters. Check quotes and commas.",
      ambiguous_parameter: "Send school_year_id once: in the body or in the query string.",
      invalid_idempotency_key: "Use 1 to 255 printable ASCII characters; a UUID does well.",
      bad_request: "Check the request line, Host and lengths; a proxy in between may have spoiled them.",
      missing_api_key: "Add the header Authorization: Bearer <key>. Keys in the URL are not read.",
      invalid_api_key:
        "Compare the key with the one you were given. Ask the school for a new one if it has expired or was revoked.",
      insufficient_scope: "Ask the school for a key with the scope that the reference names.",
      not_found:
        "Check the path against the reference; mind the spelling syllabis. An enrollment is found by the key that made it alone.",
      method_not_allowed: "Use one of the methods in the header Allow.",
      duplicate:
        "The person is in the system already: error.errors names the field. Do not retry. A brother or sister goes through sibling_enrollment, a student who comes back through returning_enrollment; else ask the family or the school.",
      transition_not_allowed:
        "Read the enrollment's state first: who is accepted may withdraw until the school's day, who is rejected or withdrawn has nothing to withdraw. In a sandbox a seed needs free places and the school's reasons.",
      no_guardian: "Name the reference of a minor’s enrollment: its first guardian becomes the sibling’s.",
      limit_reached: "Delete what you no longer need first.",
      idempotency_in_progress: "Wait as Retry-After says and send the same request again.",
      payload_too_large: "A POST may have 64 KiB, the body of a GET 4 KiB.",
      unsupported_media_type: "Send Content-Type: application/json.",
      validation_failed: "Mend every field in error.errors, then send again under the same Idempotency-Key.",
      idempotency_key_reused: "Take a new key for a new request; keep a key for the very same bytes alone.",
      rate_limited: "Wait as Retry-After says. Read RateLimit to slow down before it happens.",
      internal_error: "Retry later under the same Idempotency-Key. If it stays, tell us the request_id.",
      unavailable: "Nothing was stored. Wait as Retry-After says and retry under the same Idempotency-Key.",
      outcome_unknown:
        "It may have been stored. Wait as Retry-After says and send the same bytes under the same Idempotency-Key: you get the first answer. Without a key, a duplicate then says that it was stored.",
    },
    field: {
      required: "Give a value that is neither null nor blank.",
      invalid_type: "Send the JSON type that the reference names: ids as numbers, dates as text.",
      invalid_value: "Take a value that the reference names; a cursor is taken from an answer as it is.",
      cursor_expired:
        "Events are kept for 90 days. Read how everything stands in GET enrollments, then the events from the first that is kept.",
      too_long: "Shorten it to the length in the reference.",
      terms_not_accepted: "Have the terms accepted and send true.",
      school_year_unavailable:
        "Take an id from GET school_years; only the current and the next year can be enrolled for.",
      speciality_unavailable: "Take an id from GET specialities of the same school year.",
      syllabus_unavailable: "Take an id from GET syllabis of the same school year.",
      experience_unavailable: "Take a key from GET speciality_experience, as a number.",
      country_unsupported: "Take a code from GET countries, in lower case.",
      document_type_unsupported: "Take a value from GET document_types, in lower case.",
      invalid_date: "Send a day that exists as YYYY-MM-DD.",
      in_the_future: "Check the year of the date.",
      under_age:
        "An adult student and a guardian must be 18 or older today. Enroll a younger student with minor_enrollment.",
      invalid_phone: "Digits only: no spaces, no prefix.",
      invalid_phone_prefix: "Plus and one to four digits, such as +34.",
      invalid_email: "Check the address; it must be one that mail can be sent to.",
      email_not_distinct: "Give each person an address of their own.",
      document_not_distinct: "Guardian and student have documents of their own.",
      email_taken: "Somebody has this address already. Ask the family whether they enrolled before.",
      document_taken: "Somebody has this document already. Ask the family whether they enrolled before.",
      already_enrolled: "Nothing is to be done: one enrollment a student and year, withdrawn ones aside.",
      student_known: "Enroll the student with returning_enrollment, by the reference of the year before.",
    },
  },
  es: {
    request: {
      invalid_json: "Envíe un objeto JSON en UTF-8, sin caracteres NUL. Revise comillas y comas.",
      ambiguous_parameter: "Envíe school_year_id una sola vez: en el cuerpo o en la consulta.",
      invalid_idempotency_key: "Use de 1 a 255 caracteres ASCII imprimibles; un UUID sirve.",
      bad_request:
        "Revise la línea de petición, Host y las longitudes; un intermediario puede haberlas estropeado.",
      missing_api_key: "Añada la cabecera Authorization: Bearer <clave>. Las claves en la URL no se leen.",
      invalid_api_key:
        "Compare la clave con la que recibió. Si caducó o fue revocada, pida otra a la escuela.",
      insufficient_scope: "Pida a la escuela una clave con el permiso que nombra la referencia.",
      not_found:
        "Compruebe la ruta en la referencia; atención a la grafía syllabis. Una matrícula solo la encuentra la clave que la hizo.",
      method_not_allowed: "Use uno de los métodos de la cabecera Allow.",
      duplicate:
        "La persona ya está en el sistema: error.errors nombra el campo. No reintente. Un hermano va por sibling_enrollment, quien vuelve, por returning_enrollment; si no, pregunte a la familia o a la escuela.",
      transition_not_allowed:
        "Lea antes el estado de la matrícula: quien está aceptado puede retirarse hasta el día que fija la escuela; rechazada o retirada, no hay nada que retirar. En un entorno de pruebas, llenarlo requiere plazas libres y los motivos de la escuela.",
      no_guardian: "Nombre la referencia de la matrícula de un menor: su primer tutor será el del hermano.",
      limit_reached: "Borre antes lo que ya no necesite.",
      idempotency_in_progress: "Espere lo que diga Retry-After y repita la misma petición.",
      payload_too_large: "Un POST puede tener 64 KiB; el cuerpo de un GET, 4 KiB.",
      unsupported_media_type: "Envíe Content-Type: application/json.",
      validation_failed: "Corrija todos los campos de error.errors y reenvíe con la misma Idempotency-Key.",
      idempotency_key_reused:
        "Tome una clave nueva para una petición nueva; guarde cada clave para los mismos bytes.",
      rate_limited: "Espere lo que diga Retry-After. Lea RateLimit para frenar antes.",
      internal_error: "Reintente más tarde con la misma Idempotency-Key. Si persiste, díganos el request_id.",
      unavailable:
        "No se guardó nada. Espere lo que diga Retry-After y reintente con la misma Idempotency-Key.",
      outcome_unknown:
        "Puede que se haya guardado. Espere lo que diga Retry-After y envíe los mismos bytes con la misma Idempotency-Key: recibirá la primera respuesta. Sin clave, un duplicate dice entonces que se guardó.",
    },
    field: {
      required: "Dé un valor que no sea null ni esté en blanco.",
      invalid_type: "Envíe el tipo JSON que dice la referencia: los id como números, las fechas como texto.",
      invalid_value: "Tome un valor que nombre la referencia; un cursor se toma tal cual de una respuesta.",
      cursor_expired:
        "Los avisos se conservan 90 días. Lea cómo está todo en GET enrollments y después los avisos desde el primero que se conserva.",
      too_long: "Acórtelo a la longitud de la referencia.",
      terms_not_accepted: "Haga aceptar las condiciones y envíe true.",
      school_year_unavailable:
        "Tome un id de GET school_years; solo se matricula para el año actual y el siguiente.",
      speciality_unavailable: "Tome un id de GET specialities del mismo año académico.",
      syllabus_unavailable: "Tome un id de GET syllabis del mismo año académico.",
      experience_unavailable: "Tome una key de GET speciality_experience, como número.",
      country_unsupported: "Tome un código de GET countries, en minúsculas.",
      document_type_unsupported: "Tome un valor de GET document_types, en minúsculas.",
      invalid_date: "Envíe un día que exista, como AAAA-MM-DD.",
      in_the_future: "Revise el año de la fecha.",
      under_age:
        "El estudiante adulto y el tutor deben tener hoy 18 años o más. Matricule a un menor con minor_enrollment.",
      invalid_phone: "Solo cifras: sin espacios ni prefijo.",
      invalid_phone_prefix: "Un signo más y de una a cuatro cifras, como +34.",
      invalid_email: "Revise la dirección; debe poder recibir correo.",
      email_not_distinct: "Dé a cada persona una dirección propia.",
      document_not_distinct: "Tutor y estudiante tienen cada uno su documento.",
      email_taken: "Alguien ya tiene esta dirección. Pregunte a la familia si se matriculó antes.",
      document_taken: "Alguien ya tiene este documento. Pregunte a la familia si se matriculó antes.",
      already_enrolled:
        "No hay nada que hacer: una matrícula por estudiante y año, sin contar las retiradas.",
      student_known: "Matricule al estudiante con returning_enrollment, con la referencia del año anterior.",
    },
  },
  ca: {
    request: {
      invalid_json: "Envieu un objecte JSON en UTF-8, sense caràcters NUL. Reviseu cometes i comes.",
      ambiguous_parameter: "Envieu school_year_id una sola vegada: al cos o a la consulta.",
      invalid_idempotency_key: "Feu servir d’1 a 255 caràcters ASCII imprimibles; un UUID va bé.",
      bad_request:
        "Reviseu la línia de petició, Host i les longituds; un intermediari les pot haver fet malbé.",
      missing_api_key:
        "Afegiu la capçalera Authorization: Bearer <clau>. Les claus a la URL no es llegeixen.",
      invalid_api_key:
        "Compareu la clau amb la que vau rebre. Si ha caducat o s’ha revocat, demaneu-ne una altra a l’escola.",
      insufficient_scope: "Demaneu a l’escola una clau amb el permís que anomena la referència.",
      not_found:
        "Comproveu la ruta a la referència; atenció a la grafia syllabis. Una matrícula només la troba la clau que l’ha fet.",
      method_not_allowed: "Feu servir un dels mètodes de la capçalera Allow.",
      duplicate:
        "La persona ja és al sistema: error.errors anomena el camp. No reintenteu. Un germà va per sibling_enrollment, qui torna, per returning_enrollment; si no, pregunteu a la família o a l’escola.",
      transition_not_allowed:
        "Llegiu abans l’estat de la matrícula: qui està acceptat es pot retirar fins al dia que fixa l’escola; rebutjada o retirada, no hi ha res a retirar. En un entorn de proves, omplir-lo requereix places lliures i els motius de l’escola.",
      no_guardian:
        "Anomeneu la referència de la matrícula d’un menor: el seu primer tutor serà el del germà.",
      limit_reached: "Esborreu abans el que ja no necessiteu.",
      idempotency_in_progress: "Espereu el que digui Retry-After i repetiu la mateixa petició.",
      payload_too_large: "Un POST pot tenir 64 KiB; el cos d’un GET, 4 KiB.",
      unsupported_media_type: "Envieu Content-Type: application/json.",
      validation_failed:
        "Corregiu tots els camps d’error.errors i torneu a enviar amb la mateixa Idempotency-Key.",
      idempotency_key_reused:
        "Preneu una clau nova per a una petició nova; guardeu cada clau per als mateixos bytes.",
      rate_limited: "Espereu el que digui Retry-After. Llegiu RateLimit per frenar abans.",
      internal_error:
        "Reintenteu més tard amb la mateixa Idempotency-Key. Si continua, digueu-nos el request_id.",
      unavailable:
        "No s’ha desat res. Espereu el que digui Retry-After i reintenteu amb la mateixa Idempotency-Key.",
      outcome_unknown:
        "Pot ser que s’hagi desat. Espereu el que digui Retry-After i envieu els mateixos bytes amb la mateixa Idempotency-Key: rebreu la primera resposta. Sense clau, un duplicate diu aleshores que es va desar.",
    },
    field: {
      required: "Doneu un valor que no sigui null ni en blanc.",
      invalid_type: "Envieu el tipus JSON que diu la referència: els id com a nombres, les dates com a text.",
      invalid_value: "Preneu un valor que anomeni la referència; un cursor es pren tal qual d’una resposta.",
      cursor_expired:
        "Els avisos es conserven 90 dies. Llegiu com està tot a GET enrollments i després els avisos des del primer que es conserva.",
      too_long: "Escurceu-lo a la longitud de la referència.",
      terms_not_accepted: "Feu acceptar les condicions i envieu true.",
      school_year_unavailable:
        "Preneu un id de GET school_years; només es matricula per a l’any actual i el següent.",
      speciality_unavailable: "Preneu un id de GET specialities del mateix any acadèmic.",
      syllabus_unavailable: "Preneu un id de GET syllabis del mateix any acadèmic.",
      experience_unavailable: "Preneu una key de GET speciality_experience, com a nombre.",
      country_unsupported: "Preneu un codi de GET countries, en minúscules.",
      document_type_unsupported: "Preneu un valor de GET document_types, en minúscules.",
      invalid_date: "Envieu un dia que existeixi, com AAAA-MM-DD.",
      in_the_future: "Reviseu l’any de la data.",
      under_age:
        "L’estudiant adult i el tutor han de tenir avui 18 anys o més. Matriculeu un menor amb minor_enrollment.",
      invalid_phone: "Només xifres: sense espais ni prefix.",
      invalid_phone_prefix: "Un signe més i d’una a quatre xifres, com +34.",
      invalid_email: "Reviseu l’adreça; ha de poder rebre correu.",
      email_not_distinct: "Doneu a cada persona una adreça pròpia.",
      document_not_distinct: "Tutor i estudiant tenen cadascun el seu document.",
      email_taken: "Algú ja té aquesta adreça. Pregunteu a la família si ja s’havia matriculat.",
      document_taken: "Algú ja té aquest document. Pregunteu a la família si ja s’havia matriculat.",
      already_enrolled: "No cal fer res: una matrícula per estudiant i any, sense comptar les retirades.",
      student_known: "Matriculeu l’estudiant amb returning_enrollment, amb la referència de l’any anterior.",
    },
  },
};
