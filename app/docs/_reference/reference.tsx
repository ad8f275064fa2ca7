import { contract } from "@/app/api/v1/contract";
import { getOpenApiSchool } from "@/app/api/v1/openapi-school";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { resolveRef } from "@/lib/api/openapi-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import type { DocsText as AllWords } from "@/lib/i18n/docs/docs-text";
import { DocsHeading, DocsPage, DocsSection, InlineCode } from "../docs-page";
import { TableOfContents } from "../table-of-contents";
import { SchemaTable, type SchemaView } from "./schema-table";
import { TryIt } from "./try-it";

/** All endpoints and webhooks of the OpenAPI document, with a form to try them. */
export async function Reference({ texts: all }: { texts: AllWords }) {
  const year = (await getSchoolContext()).schoolYears[0]?.id;
  const document = createOpenApiDocument(contract, await getOpenApiSchool());
  const endpoints = listOperations(document, document.paths);
  const webhooks = listOperations(document, document.webhooks);
  const texts = all.reference;
  const operations = [...endpoints, ...webhooks];
  const entries = operations.map((operation) => ({
    id: operation.id,
    text: getOperationName(operation),
    code: true,
  }));
  return (
    <DocsPage contents={<TableOfContents label={texts.contents} entries={entries} />}>
      <DocsHeading title={all.pages.reference} intro={texts.lead} />
      <p className="mb-6 max-w-measure">
        {texts.scope}{" "}
        <a href="/api/openapi.json" className="inline-flex min-h-target items-center">
          {texts.download}
        </a>
      </p>
      <TryIt
        texts={all.tryIt}
        year={year}
        endpoints={endpoints.map(({ path, method, parameters, body }) => ({
          path,
          method,
          query: parameters.some(({ name }) => name === "school_year_id"),
          // Browsers send no body with GET; use the query instead.
          example: method === "GET" || !body ? undefined : JSON.stringify(body.example, null, 2),
        }))}
      />
      {operations.map((operation) => (
        <OperationSection key={operation.id} operation={operation} document={document} texts={texts} />
      ))}
    </DocsPage>
  );
}

type Props = { operation: OperationView; document: object; texts: AllWords["reference"] };

/** Input, output and errors. */
function OperationSection({ operation, document, texts }: Props) {
  const { id, summary, description, body, data, errors } = operation;
  return (
    <DocsSection id={id} title={<OperationName operation={operation} />}>
      <p className="max-w-measure">
        <InlineCode text={`${summary} ${description}`} />
      </p>
      <SchemaTable
        caption={texts.parameters}
        schema={toSchema(operation)}
        document={document}
        texts={texts}
      />
      {body && <SchemaTable caption={texts.body} schema={body.schema} document={document} texts={texts} />}
      {data && <SchemaTable caption={texts.answer} schema={data} document={document} texts={texts} />}
      {errors.length > 0 && (
        <p className="max-w-measure text-small">
          {texts.refusals}:{" "}
          {errors.map(({ status, code }) => (
            <span key={code}>
              {status}{" "}
              <a href={`errors#${code}`} className="mr-2 inline-block py-1">
                {code}
              </a>{" "}
            </span>
          ))}
        </p>
      )}
    </DocsSection>
  );
}

function OperationName({ operation }: { operation: OperationView }) {
  const [verb, ...path] = getOperationName(operation).split(" ");
  return (
    <code className="font-mono text-[0.85em] font-semibold tracking-normal [overflow-wrap:anywhere]">
      {path.length > 0 && (
        <span className="mr-2 rounded-sm bg-tint px-1.5 py-1 whitespace-nowrap text-accent">{verb}</span>
      )}
      {path.length > 0 ? ` ${path.join(" ")}` : verb}
    </code>
  );
}

function toSchema({ parameters }: OperationView) {
  const properties = parameters.map(({ name, schema, description, example }) => [
    name,
    { ...schema, description, examples: example === undefined ? [] : [example] },
  ]);
  return {
    properties: Object.fromEntries(properties),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
  };
}

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: SchemaView;
  example?: unknown;
};

type Content = { schema: SchemaView; example?: unknown; examples?: object };
type Body = { content?: Record<string, Content> };

/** An operation with resolved references, except schemas. */
type OperationView = {
  id: string;
  method: string;
  /** Path, or type of a webhook. */
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  body: Content | undefined;
  /** Content of the success envelope. */
  data: SchemaView | undefined;
  errors: { status: string; code: string }[];
};

type ApiOperation = {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Body | { $ref: string }>;
};

/** Of paths or webhooks. */
function listOperations(document: object, items: Record<string, object>): OperationView[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item as Record<string, ApiOperation>).map(([method, operation]) =>
      toView(document, path, method.toUpperCase(), operation),
    ),
  );
}

const getOperationName = ({ method, path }: OperationView) =>
  path.startsWith("/") ? `${method} ${path}` : path;

function toView(document: object, path: string, method: string, operation: ApiOperation): OperationView {
  const { operationId: id, summary, description, parameters, requestBody, responses } = operation;
  const responseContents = Object.entries(responses).map(([status, response]) => ({
    status,
    content: getJsonContent(resolveRef<Body>(document, response)),
  }));
  return {
    id,
    method,
    path,
    summary,
    description,
    parameters: parameters.map((parameter) => resolveRef<Parameter>(document, parameter)),
    body: getJsonContent(requestBody),
    data: responseContents.find(({ content }) => content)?.content?.schema.properties?.data,
    errors: responseContents.flatMap(({ status, content }) =>
      Object.keys(content?.examples ?? {}).map((code) => ({ status, code })),
    ),
  };
}

const getJsonContent = (body: Body | undefined) => body?.content?.["application/json"];
