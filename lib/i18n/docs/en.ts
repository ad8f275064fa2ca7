/** The documentation's words; every language has the same members (`Words`). */
export const en = {
  title: "API documentation",
  pages: { start: "Quick start", reference: "Reference", errors: "Error codes", changelog: "Changelog" },
  notFound: {
    title: "This page does not exist",
    lead: "The documentation has four pages; the links above lead to them.",
  },
  inThisPage: "On this page",
  home: "The school's site",
  skip: "Skip to the content",
  lead: "Read a music school's catalogue, register enrollments over HTTP and JSON, and hear what becomes of them. One key, no surprises on retry.",
  steps: [
    {
      id: "key",
      title: "1. Take your key",
      text: [
        "The school gives you a key. On your own machine the first `npm start` makes one and prints where it lies; `npm run key -- create NAME --test` makes a test key, whose enrollments are marked, send no real mail and can be forgotten with `npm run testdata -- purge`.",
        "Send it in the header `Authorization`, never in a URL. A key works until it expires or is revoked; `npm run key -- rotate NAME --overlap 24h` gives it a new secret while the old one still works.",
      ],
      code: 'export BASE_URL={base}\nexport API_KEY="$(cat .data/demo-api-key)"',
    },
    {
      id: "catalogue",
      title: "2. Read the catalogue",
      text: ["Ask for the school years; the first is the current one. Its id opens the other catalogues."],
      code: 'curl -H "Authorization: Bearer $API_KEY" $BASE_URL/api/v1/academic/school_years\nexport SCHOOL_YEAR={year}   # an id from that answer',
    },
    {
      id: "enroll",
      title: "3. Enroll somebody",
      text: [
        "POST the person's data. 201 means that everything is stored and that the account-setup e-mails are on their way. The header `Enrollment-Reference` carries the reference that the family sees too.",
        "A minor is posted to `/api/v1/academic/minor_enrollment` with one or two guardians; the reference has its fields and an example.",
      ],
      snippet: "enroll-adult",
    },
    {
      id: "mailbox",
      title: "4. See the e-mail",
      text: [
        "With the development transport nothing leaves the machine: read what would have been sent in the mailbox, at the address that `npm start` prints.",
      ],
    },
  ],
  guides: [
    {
      id: "get-bodies",
      title: "Parameters of a GET",
      text: [
        "The interface takes `school_year_id` as a JSON object in the body of the GET request. That is unusual: HTTP gives such a body no meaning, many proxies drop it, and fetch refuses to send it. So the same member is also read from the query string, and both are equal.",
        "Body and query that disagree are refused with `ambiguous_parameter`. The body is read as JSON whatever its `Content-Type`.",
      ],
      snippet: "read-subjects",
    },
    {
      id: "idempotency",
      title: "Retrying without fear",
      text: [
        "Send an `Idempotency-Key` (1 to 255 printable ASCII characters) with every POST. If the answer is lost, send the same request under the same key: you get the first 201 again, with the same reference and `Idempotency-Replayed: true`. Nobody is enrolled twice and no e-mail is sent twice.",
        "The key is kept for 24 hours, with the enrollment and in its transaction. Another body under the same key is refused with `idempotency_key_reused`; while the first request still runs, the second gets `idempotency_in_progress` and a `Retry-After`. Refusals are not kept: mend the request and send it under the same key.",
        "Retry after 429, 503 and `idempotency_in_progress`, waiting as `Retry-After` says; after a lost connection at once. Do not retry other 4xx: they would be refused again.",
      ],
    },
    {
      id: "rate-limits",
      title: "Rate limits",
      text: [
        "Each key may read and write so many times a minute; every answer tells what is left: `RateLimit-Policy` names the limit (q requests in w seconds), `RateLimit` what remains (r) and the seconds until it begins anew (t). Beyond it comes 429 with `Retry-After`.",
        "Requests without a valid key count against your address instead.",
      ],
      code: 'RateLimit-Policy: "reads";q=1200;w=60\nRateLimit: "reads";r=1187;t=42',
    },
    {
      id: "caching",
      title: "Caching",
      text: [
        "Every read of the catalogue carries a strong `ETag`. Keep the answer, and ask again with `If-None-Match`: 304 means that yours is still right. A change made by the school shows within a second, on every server.",
        "Answers are private: a shared cache does not see the body of a GET and would mix up school years.",
      ],
      code: 'curl -i -H "Authorization: Bearer $API_KEY" -H \'If-None-Match: "<ETag>"\' $BASE_URL/api/v1/general/countries',
    },
    {
      id: "versions",
      title: "Versions",
      text: [
        "The version is in the path. Within v1 we add endpoints, optional request fields, members of answers, headers and error codes; a client ignores what it does not know. Nothing is removed, renamed or made stricter.",
        "A change that would break you comes as v2 beside v1. v1 then works for twelve months more at least and says so with the headers `Deprecation` and `Sunset`.",
      ],
    },
  ],
  languages: { sh: "curl", mjs: "JavaScript", py: "Python", php: "PHP" },
  errors: {
    lead: "Every failure is JSON of one shape. Branch on `error.code`; show `error.message` to people. `error.errors` lists every refused field at once.",
    request: "Codes of a request",
    field: "Codes of a field",
    status: "Status",
    means: "What it means",
    remedy: "What to do",
    shape: "The shape",
  },
  reference: {
    lead: "From the same schemas that check each request.",
    contents: "On this page",
    download: "OpenAPI 3.1 document",
    field: "Field",
    type: "Type",
    meaning: "Meaning",
    required: "required",
    nullable: "may be null",
    example: "for example",
    codes: "refused with",
    parameters: "Parameters",
    body: "Body",
    answer: "Answer: members of data",
    refusals: "Refusals",
    scope: "Every endpoint needs a key with the scope that it names.",
  },
  tryIt: {
    title: "Try it",
    lead: "Requests go to this server, with your key, which stays in this page. A POST really enrolls somebody: use a test key.",
    key: "API key",
    endpoint: "Endpoint",
    year: "school_year_id",
    reference: "reference",
    body: "Body (JSON)",
    send: "Send",
    answer: "Answer",
    failed: "The request did not get through.",
  },
};

export type Words = typeof en;
