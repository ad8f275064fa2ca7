import { contract } from "@/app/api/v1/contract";
import { documentedSchool } from "@/app/api/v1/documented-school";
import { openApiDocument } from "@/lib/api/openapi";
import { schoolContext } from "@/lib/enrollment/school-context";
import type { Words as AllWords } from "@/lib/i18n/docs/en";
import { Contents } from "./contents";
import { OperationPart } from "./operation-part";
import { listed, operationName } from "./operations";
import { DocsPage, Opening } from "./text";
import { TryIt } from "./try-it";

/** Every endpoint and webhook, from the OpenAPI document itself, and a form to try them. */
export async function Reference({ words: all }: { words: AllWords }) {
  const year = (await schoolContext()).schoolYears[0]?.id;
  const document = openApiDocument(contract, await documentedSchool());
  const endpoints = listed(document, document.paths);
  const webhooks = listed(document, document.webhooks);
  const words = all.reference;
  const operations = [...endpoints, ...webhooks];
  const entries = operations.map((operation) => ({
    id: operation.id,
    words: operationName(operation),
    code: true,
  }));
  return (
    <DocsPage contents={<Contents label={words.contents} entries={entries} />}>
      <Opening title={all.pages.reference} lead={words.lead} />
      <p className="mb-6 max-w-measure">
        {words.scope}{" "}
        <a href="/api/openapi.json" className="inline-flex min-h-target items-center">
          {words.download}
        </a>
      </p>
      <TryIt
        words={all.tryIt}
        year={year}
        endpoints={endpoints.map(({ path, method, parameters, body }) => ({
          path,
          method,
          query: parameters.some(({ name }) => name === "school_year_id"),
          // A browser sends no body with a GET: the query says the same.
          example: method === "GET" || !body ? undefined : JSON.stringify(body.example, null, 2),
        }))}
      />
      {operations.map((operation) => (
        <OperationPart key={operation.id} operation={operation} document={document} words={words} />
      ))}
    </DocsPage>
  );
}
