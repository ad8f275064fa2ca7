import type { Words } from "./en";

export const es: Words = {
  title: "Documentación de la API",
  pages: {
    start: "Primeros pasos",
    reference: "Referencia",
    errors: "Códigos de error",
    changelog: "Cambios",
  },
  notFound: {
    title: "Esta página no existe",
    lead: "La documentación tiene cuatro páginas; los enlaces de arriba llevan a ellas.",
  },
  inThisPage: "En esta página",
  home: "El sitio de la escuela",
  skip: "Ir al contenido",
  lead: "Lea el catálogo de una escuela de música, registre matrículas por HTTP y JSON y sepa qué es de ellas. Una clave y ninguna sorpresa al reintentar.",
  steps: [
    {
      id: "key",
      title: "1. Tome su clave",
      text: [
        "La escuela le da una clave. En su propia máquina, el primer `npm start` crea una e indica dónde está; `npm run key -- create NOMBRE --test` crea una clave de prueba, cuyas matrículas quedan marcadas, no envían correo real y se olvidan con `npm run testdata -- purge`.",
        "Envíela en la cabecera `Authorization`, nunca en una URL. Una clave sirve hasta que caduca o se revoca; `npm run key -- rotate NOMBRE --overlap 24h` le da un secreto nuevo mientras el anterior sigue sirviendo.",
      ],
      code: 'export BASE_URL={base}\nexport API_KEY="$(cat .data/demo-api-key)"',
    },
    {
      id: "catalogue",
      title: "2. Lea el catálogo",
      text: ["Pida los años académicos; el primero es el actual. Su id abre los demás catálogos."],
      code: 'curl -H "Authorization: Bearer $API_KEY" $BASE_URL/api/v1/academic/school_years\nexport SCHOOL_YEAR={year}   # un id de esa respuesta',
    },
    {
      id: "enroll",
      title: "3. Matricule a alguien",
      text: [
        "Envíe con POST los datos de la persona. 201 significa que todo está guardado y que los correos para crear la cuenta están en camino. La cabecera `Enrollment-Reference` lleva la referencia que también ve la familia.",
        "Un menor se envía a `/api/v1/academic/minor_enrollment` con uno o dos tutores; la referencia tiene sus campos y un ejemplo.",
      ],
      snippet: "enroll-adult",
    },
    {
      id: "mailbox",
      title: "4. Vea el correo",
      text: [
        "Con el transporte de desarrollo nada sale de la máquina: lea lo que se habría enviado en el buzón, en la dirección que muestra `npm start`.",
      ],
    },
  ],
  guides: [
    {
      id: "get-bodies",
      title: "Parámetros de un GET",
      text: [
        "La interfaz toma `school_year_id` como objeto JSON en el cuerpo de la petición GET. Es poco habitual: HTTP no da significado a ese cuerpo, muchos intermediarios lo descartan y fetch se niega a enviarlo. Por eso el mismo dato se lee también de la cadena de consulta, y ambos valen igual.",
        "Si el cuerpo y la consulta no coinciden, la respuesta es `ambiguous_parameter`. El cuerpo se lee como JSON sea cual sea su `Content-Type`.",
      ],
      snippet: "read-subjects",
    },
    {
      id: "idempotency",
      title: "Reintentar sin miedo",
      text: [
        "Envíe una `Idempotency-Key` (de 1 a 255 caracteres ASCII imprimibles) con cada POST. Si la respuesta se pierde, repita la misma petición con la misma clave: recibirá otra vez el primer 201, con la misma referencia e `Idempotency-Replayed: true`. Nadie queda matriculado dos veces y ningún correo sale dos veces.",
        "La clave se guarda 24 horas, junto con la matrícula y en su misma transacción. Otro cuerpo con la misma clave se rechaza con `idempotency_key_reused`; mientras la primera petición sigue en curso, la segunda recibe `idempotency_in_progress` y `Retry-After`. Los rechazos no se guardan: corrija la petición y envíela con la misma clave.",
        "Reintente tras 429, 503 e `idempotency_in_progress`, esperando lo que diga `Retry-After`; tras una conexión perdida, enseguida. No reintente otros 4xx: volverían a rechazarse.",
      ],
    },
    {
      id: "rate-limits",
      title: "Límites de uso",
      text: [
        "Cada clave puede leer y escribir un número de veces por minuto; cada respuesta dice lo que queda: `RateLimit-Policy` nombra el límite (q peticiones en w segundos) y `RateLimit` lo que resta (r) y los segundos hasta que empiece de nuevo (t). Más allá llega un 429 con `Retry-After`.",
        "Las peticiones sin clave válida cuentan, en cambio, para su dirección.",
      ],
      code: 'RateLimit-Policy: "reads";q=1200;w=60\nRateLimit: "reads";r=1187;t=42',
    },
    {
      id: "caching",
      title: "Caché",
      text: [
        "Cada lectura del catálogo lleva una `ETag` fuerte. Guarde la respuesta y pregunte de nuevo con `If-None-Match`: 304 significa que la suya sigue siendo válida. Un cambio de la escuela se ve en menos de un segundo, en todos los servidores.",
        "Las respuestas son privadas: una caché compartida no ve el cuerpo de un GET y confundiría los años académicos.",
      ],
      code: 'curl -i -H "Authorization: Bearer $API_KEY" -H \'If-None-Match: "<ETag>"\' $BASE_URL/api/v1/general/countries',
    },
    {
      id: "versions",
      title: "Versiones",
      text: [
        "La versión está en la ruta. Dentro de v1 añadimos puntos de acceso, campos opcionales, datos en las respuestas, cabeceras y códigos de error; un cliente ignora lo que no conoce. Nada se quita, se renombra ni se hace más estricto.",
        "Un cambio que le rompería llega como v2 junto a v1. Desde entonces v1 funciona al menos doce meses más y lo anuncia con las cabeceras `Deprecation` y `Sunset`.",
      ],
    },
  ],
  languages: { sh: "curl", mjs: "JavaScript", py: "Python", php: "PHP" },
  errors: {
    lead: "Todo fallo es JSON con una sola forma. Decida según `error.code`; muestre `error.message` a las personas. `error.errors` enumera de una vez todos los campos rechazados.",
    request: "Códigos de una petición",
    field: "Códigos de un campo",
    status: "Estado",
    means: "Qué significa",
    remedy: "Qué hacer",
    shape: "La forma",
  },
  reference: {
    lead: "A partir de los mismos esquemas que comprueban cada petición. Las descripciones están en inglés.",
    contents: "En esta página",
    download: "Documento OpenAPI 3.1",
    field: "Campo",
    type: "Tipo",
    meaning: "Significado",
    required: "obligatorio",
    nullable: "puede ser null",
    example: "por ejemplo",
    codes: "se rechaza con",
    parameters: "Parámetros",
    body: "Cuerpo",
    answer: "Respuesta: miembros de data",
    refusals: "Rechazos",
    scope: "Cada punto de acceso necesita una clave con el permiso que nombra.",
  },
  tryIt: {
    title: "Pruébelo",
    lead: "Las peticiones van a este servidor, con su clave, que no sale de esta página. Un POST matricula de verdad: use una clave de prueba.",
    key: "Clave de API",
    endpoint: "Punto de acceso",
    year: "school_year_id",
    reference: "reference",
    body: "Cuerpo (JSON)",
    send: "Enviar",
    answer: "Respuesta",
    failed: "La petición no llegó.",
  },
};
