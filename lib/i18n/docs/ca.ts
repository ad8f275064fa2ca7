import type { Words } from "./en";

export const ca: Words = {
  title: "Documentació de l’API",
  pages: { start: "Primers passos", reference: "Referència", errors: "Codis d’error", changelog: "Canvis" },
  notFound: {
    title: "Aquesta pàgina no existeix",
    lead: "La documentació té quatre pàgines; els enllaços de dalt hi porten.",
  },
  inThisPage: "En aquesta pàgina",
  home: "El lloc de l’escola",
  skip: "Ves al contingut",
  lead: "Llegiu el catàleg d’una escola de música, registreu matrícules per HTTP i JSON i assabenteu-vos del que se’n fa. Una clau i cap sorpresa en reintentar.",
  steps: [
    {
      id: "key",
      title: "1. Preneu la vostra clau",
      text: [
        "L’escola us dona una clau. A la vostra màquina, el primer `npm start` en crea una i diu on és; `npm run key -- create NOM --test` crea una clau de prova, les matrícules de la qual queden marcades, no envien correu real i s’obliden amb `npm run testdata -- purge`.",
        "Envieu-la a la capçalera `Authorization`, mai en una URL. Una clau serveix fins que caduca o es revoca; `npm run key -- rotate NOM --overlap 24h` li dona un secret nou mentre l’anterior encara serveix.",
      ],
      code: 'export BASE_URL={base}\nexport API_KEY="$(cat .data/demo-api-key)"',
    },
    {
      id: "catalogue",
      title: "2. Llegiu el catàleg",
      text: ["Demaneu els anys acadèmics; el primer és l’actual. El seu id obre els altres catàlegs."],
      code: 'curl -H "Authorization: Bearer $API_KEY" $BASE_URL/api/v1/academic/school_years\nexport SCHOOL_YEAR={year}   # un id d’aquella resposta',
    },
    {
      id: "enroll",
      title: "3. Matriculeu algú",
      text: [
        "Envieu amb POST les dades de la persona. 201 vol dir que tot està desat i que els correus per crear el compte són de camí. La capçalera `Enrollment-Reference` porta la referència que també veu la família.",
        "Un menor s’envia a `/api/v1/academic/minor_enrollment` amb un o dos tutors; la referència en té els camps i un exemple.",
      ],
      snippet: "enroll-adult",
    },
    {
      id: "mailbox",
      title: "4. Mireu el correu",
      text: [
        "Amb el transport de desenvolupament res no surt de la màquina: llegiu el que s’hauria enviat a la bústia, a l’adreça que mostra `npm start`.",
      ],
    },
  ],
  guides: [
    {
      id: "get-bodies",
      title: "Paràmetres d’un GET",
      text: [
        "La interfície pren `school_year_id` com a objecte JSON al cos de la petició GET. És poc habitual: HTTP no dona cap sentit a aquest cos, molts intermediaris el descarten i fetch es nega a enviar-lo. Per això la mateixa dada es llegeix també de la cadena de consulta, i totes dues valen igual.",
        "Si el cos i la consulta no coincideixen, la resposta és `ambiguous_parameter`. El cos es llegeix com a JSON sigui quin sigui el seu `Content-Type`.",
      ],
      snippet: "read-subjects",
    },
    {
      id: "idempotency",
      title: "Reintentar sense por",
      text: [
        "Envieu una `Idempotency-Key` (d’1 a 255 caràcters ASCII imprimibles) amb cada POST. Si la resposta es perd, repetiu la mateixa petició amb la mateixa clau: rebreu una altra vegada el primer 201, amb la mateixa referència i `Idempotency-Replayed: true`. Ningú no queda matriculat dues vegades i cap correu no surt dues vegades.",
        "La clau es desa 24 hores, amb la matrícula i en la seva mateixa transacció. Un altre cos amb la mateixa clau es rebutja amb `idempotency_key_reused`; mentre la primera petició encara corre, la segona rep `idempotency_in_progress` i `Retry-After`. Els rebuigs no es desen: corregiu la petició i envieu-la amb la mateixa clau.",
        "Reintenteu després de 429, 503 i `idempotency_in_progress`, esperant el que digui `Retry-After`; després d’una connexió perduda, de seguida. No reintenteu altres 4xx: es tornarien a rebutjar.",
      ],
    },
    {
      id: "rate-limits",
      title: "Límits d’ús",
      text: [
        "Cada clau pot llegir i escriure un nombre de vegades per minut; cada resposta diu què queda: `RateLimit-Policy` anomena el límit (q peticions en w segons) i `RateLimit` el que resta (r) i els segons fins que torni a començar (t). Més enllà arriba un 429 amb `Retry-After`.",
        "Les peticions sense clau vàlida compten, en canvi, per a la seva adreça.",
      ],
      code: 'RateLimit-Policy: "reads";q=1200;w=60\nRateLimit: "reads";r=1187;t=42',
    },
    {
      id: "caching",
      title: "Memòria cau",
      text: [
        "Cada lectura del catàleg porta una `ETag` forta. Deseu la resposta i torneu a preguntar amb `If-None-Match`: 304 vol dir que la vostra encara val. Un canvi de l’escola es veu en menys d’un segon, a tots els servidors.",
        "Les respostes són privades: una memòria cau compartida no veu el cos d’un GET i confondria els anys acadèmics.",
      ],
      code: 'curl -i -H "Authorization: Bearer $API_KEY" -H \'If-None-Match: "<ETag>"\' $BASE_URL/api/v1/general/countries',
    },
    {
      id: "versions",
      title: "Versions",
      text: [
        "La versió és a la ruta. Dins de v1 afegim punts d’accés, camps opcionals, dades a les respostes, capçaleres i codis d’error; un client passa per alt el que no coneix. Res no es treu, es canvia de nom ni es fa més estricte.",
        "Un canvi que us trencaria arriba com a v2 al costat de v1. Des d’aleshores v1 funciona dotze mesos més com a mínim i ho anuncia amb les capçaleres `Deprecation` i `Sunset`.",
      ],
    },
  ],
  languages: { sh: "curl", mjs: "JavaScript", py: "Python", php: "PHP" },
  errors: {
    lead: "Tot error és JSON amb una sola forma. Decidiu segons `error.code`; mostreu `error.message` a les persones. `error.errors` enumera d’una vegada tots els camps rebutjats.",
    request: "Codis d’una petició",
    field: "Codis d’un camp",
    status: "Estat",
    means: "Què vol dir",
    remedy: "Què cal fer",
    shape: "La forma",
  },
  reference: {
    lead: "A partir dels mateixos esquemes que comproven cada petició. Les descripcions són en anglès.",
    contents: "En aquesta pàgina",
    download: "Document OpenAPI 3.1",
    field: "Camp",
    type: "Tipus",
    meaning: "Significat",
    required: "obligatori",
    nullable: "pot ser null",
    example: "per exemple",
    codes: "es rebutja amb",
    parameters: "Paràmetres",
    body: "Cos",
    answer: "Resposta: membres de data",
    refusals: "Rebuigs",
    scope: "Cada punt d’accés necessita una clau amb el permís que anomena.",
  },
  tryIt: {
    title: "Proveu-ho",
    lead: "Les peticions van a aquest servidor, amb la vostra clau, que no surt d’aquesta pàgina. Un POST matricula de debò: feu servir una clau de prova.",
    key: "Clau d’API",
    endpoint: "Punt d’accés",
    year: "school_year_id",
    reference: "reference",
    body: "Cos (JSON)",
    send: "Envia",
    answer: "Resposta",
    failed: "La petició no ha arribat.",
  },
};
