import { contract } from "@/app/api/v1/contract";
import { documentedSchool } from "@/app/api/v1/documented-school";
import { openApiDocument } from "@/lib/api/openapi";
import { schoolContext } from "@/lib/enrollment/school-context";
import type { Words as AllWords } from "@/lib/i18n/docs/en";
import { Fields, type Schema } from "./fields";
import { Opening, Part, Words } from "./text";
import { TryIt } from "./try-it";

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: {
    name: string;
    in: string;
    required?: boolean;
    description: string;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Schema; examples?: object }> }
  >;
};

/** Every endpoint, from the OpenAPI document itself, and a form to try it. */
export async function Reference({ words: all }: { words: AllWords }) {
  const year = (await schoolContext()).schoolYears[0]?.id;
  const { paths, components } = openApiDocument(contract, await documentedSchool());
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as Operation,
    })),
  );
  const words = all.reference;
  const schemas = components.schemas as Record<string, Schema>;
  return (
    <>
      <Opening title={all.pages.reference} lead={words.lead} />
      <p className="max-w-measure">
        {words.scope}{" "}
        <a href="/api/openapi.json" className="inline-flex min-h-target items-center">
          {words.download}
        </a>
      </p>
      <nav aria-label={words.contents} className="my-6">
        <ul className="gap-x-8 text-small md:columns-2">
          {endpoints.map(({ path, method, operation }) => (
            <li key={operation.operationId} className="break-inside-avoid">
              <a
                href={`#${operation.operationId}`}
                className="inline-flex min-h-target items-center underline-offset-4"
              >
                <code className="break-all">
                  {method} {path}
                </code>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <TryIt
        words={all.tryIt}
        year={year}
        endpoints={endpoints.map(({ path, method, operation }) => ({
          path,
          method,
          query: operation.parameters.some(({ name }) => name === "school_year_id"),
          // A browser sends no body with a GET: the query says the same.
          example: method === "GET" ? undefined : exampleOf(operation),
        }))}
      />
      {endpoints.map(({ path, method, operation }) => (
        <Part
          key={operation.operationId}
          id={operation.operationId}
          title={
            <code className="break-all">
              {method} {path}
            </code>
          }
        >
          <p className="max-w-measure">
            {operation.summary} <Words text={operation.description} />
          </p>
          <Parameters operation={operation} words={words} />
          {operation.requestBody && (
            <Fields
              caption={words.body}
              schema={resolve(contentOf(operation.requestBody.content), schemas)}
              schemas={schemas}
              words={words}
            />
          )}
          <Answer operation={operation} schemas={schemas} words={words} />
          <Refusals operation={operation} words={words} />
        </Part>
      ))}
    </>
  );
}

type Parts = { operation: Operation; words: AllWords["reference"] };

function Parameters({ operation, words }: Parts) {
  const properties = Object.fromEntries(
    operation.parameters.map(({ name, schema, description, example }) => [
      name,
      { ...schema, description, examples: example === undefined ? [] : [example] },
    ]),
  );
  const required = operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return <Fields caption={words.parameters} schema={{ properties, required }} schemas={{}} words={words} />;
}

function Answer({ operation, schemas, words }: Parts & { schemas: Record<string, Schema> }) {
  const envelope = Object.values(operation.responses).find(({ content }) => content)?.content;
  const data = envelope && contentOf(envelope).properties?.data;
  const schema = data && resolve(data.items ?? data, schemas);
  if (!schema?.properties) return null;
  return <Fields caption={words.answer} schema={schema} schemas={schemas} words={words} />;
}

function Refusals({ operation, words }: Parts) {
  const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  return (
    <p className="max-w-measure text-small">
      {words.refusals}:{" "}
      {refusals.flatMap(([status, { content }]) =>
        Object.keys((content && Object.values(content)[0]?.examples) ?? {}).map((code) => (
          <span key={code}>
            {status}{" "}
            <a href={`errors#${code}`} className="mr-3 inline-block py-1">
              {code}
            </a>{" "}
          </span>
        )),
      )}
    </p>
  );
}

function exampleOf({ requestBody }: Operation): string | undefined {
  const content = requestBody?.content["application/json"];
  return content && JSON.stringify(content.example, null, 2);
}

const contentOf = (content: Record<string, { schema: Schema }>): Schema =>
  content["application/json"]?.schema ?? {};

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  return schema.$ref ? (schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
}
