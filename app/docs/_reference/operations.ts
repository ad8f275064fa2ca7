import { resolveRef } from "@/lib/api/openapi-schemas";
import type { SchemaView } from "./schema-table";

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
export type OperationView = {
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
  refusals: { status: string; code: string }[];
};

type Written = {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Record<string, Body | { $ref: string }>;
};

/** Of paths or webhooks. */
export function listOperations(document: object, items: Record<string, object>): OperationView[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Written>).map(([method, written]) =>
      shown(document, path, method.toUpperCase(), written),
    ),
  );
}

export const getOperationName = ({ method, path }: OperationView) =>
  path.startsWith("/") ? `${method} ${path}` : path;

function shown(document: object, path: string, method: string, written: Written): OperationView {
  const { operationId: id, summary, description, parameters, requestBody, responses } = written;
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
    refusals: responseContents.flatMap(({ status, content }) =>
      Object.keys(content?.examples ?? {}).map((code) => ({ status, code })),
    ),
  };
}

const getJsonContent = (body: Body | undefined) => body?.content?.["application/json"];
