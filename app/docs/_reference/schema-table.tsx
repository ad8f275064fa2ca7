import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { resolveRef } from "@/lib/api/openapi-schemas";
import type { DocsText } from "@/lib/i18n/docs/docs-text";
import { InlineCode } from "../docs-page";

/** The displayed subset of JSON Schema. */
export type SchemaView = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  items?: SchemaView;
  anyOf?: SchemaView[];
  oneOf?: SchemaView[];
  allOf?: SchemaView[];
  properties?: Record<string, SchemaView>;
  required?: string[];
  description?: string;
  examples?: unknown[];
  "x-error-codes"?: readonly string[];
};

type Props = {
  caption: string;
  schema: SchemaView;
  /** Resolves `$ref`. */
  document: object;
  texts: DocsText["reference"];
};

/** Members of an object or of a list's items; nested ones with their path. */
export function SchemaTable({ caption, schema, document, texts }: Props) {
  const rows = listRows(schema.items ?? schema, document, "");
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1">{caption}</h3>
      <DataTable
        caption={caption}
        columns={(["field", "type", "meaning"] as const).map((key) => ({ key, label: texts[key] }))}
      >
        {rows.map(({ name, required, member }) => (
          <TableRow key={name} className="*:align-top!">
            <TableRowHeader className="font-normal!">
              <code className="[overflow-wrap:anywhere]">{name}</code>
              {required && <span className="block text-muted">{texts.required}</span>}
            </TableRowHeader>
            <TableCell className="text-muted">{formatType(member, texts.nullable)}</TableCell>
            <TableCell className="max-md:w-full md:min-w-48">
              <InlineCode text={member.description ?? ""} />
              {member.examples?.[0] !== undefined && (
                <span className="block text-muted">
                  {texts.example} <code className="break-all">{JSON.stringify(member.examples[0])}</code>
                </span>
              )}
              {member["x-error-codes"] && (
                <span className="block text-muted">
                  {texts.codes}{" "}
                  <code className="[overflow-wrap:anywhere]">{member["x-error-codes"].join(", ")}</code>
                </span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </DataTable>
    </div>
  );
}

type Row = { name: string; required: boolean; member: SchemaView };

function listRows(schema: SchemaView, document: object, prefix: string): Row[] {
  const rows = listObjects(schema, document).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, member]) => {
      const row = { name: prefix + name, required: prefix === "" && required.includes(name), member };
      const path = `${prefix}${name}${member.items ? "[]" : ""}.`;
      return [row, ...listRows(member.items ?? member, document, path)];
    }),
  );
  return [...new Map(rows.toReversed().map((row) => [row.name, row])).values()].toReversed();
}

/** The parts of `allOf`, `oneOf` and `anyOf`, the most general first. */
function listObjects(schemaOrRef: SchemaView, document: object): SchemaView[] {
  const schema = resolveRef<SchemaView>(document, schemaOrRef as SchemaView & { $ref: string });
  const parts = schema.allOf ?? (schema.oneOf ?? schema.anyOf)?.toReversed() ?? [];
  return [schema, ...parts.flatMap((part) => listObjects(part, document))];
}

function formatType(member: SchemaView, nullable: string): string {
  const [value, ...others] = member.anyOf ?? [member.type].flat().map((type) => ({ ...member, type }));
  if (value && others.length > 0) return `${formatType(value, nullable)}, ${nullable}`;
  if (member.const !== undefined) return JSON.stringify(member.const);
  const limits = [
    member.format,
    member.enum?.map((value) => JSON.stringify(value)).join(" | "),
    member.maxLength && member.maxLength < 10_000 ? `≤ ${member.maxLength}` : undefined,
  ];
  const type = member.$ref ? "object" : (member.type ?? "");
  return [type, ...limits].filter(Boolean).join(", ");
}
