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
