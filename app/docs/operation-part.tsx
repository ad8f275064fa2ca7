import type { Words as AllWords } from "@/lib/i18n/docs/en";
import { Fields } from "./fields";
import { type Listed, operationName } from "./operations";
import { Part, Words } from "./text";

type Props = { operation: Listed; document: object; words: AllWords["reference"] };

/** One endpoint or webhook: what it takes, what it answers and how it may refuse. */
export function OperationPart({ operation, document, words }: Props) {
  const { id, summary, description, body, data, refusals } = operation;
  return (
    <Part id={id} title={<OperationName operation={operation} />}>
      <p className="max-w-measure">
        <Words text={`${summary} ${description}`} />
      </p>
      <Fields caption={words.parameters} schema={asSchema(operation)} document={document} words={words} />
      {body && <Fields caption={words.body} schema={body.schema} document={document} words={words} />}
      {data && <Fields caption={words.answer} schema={data} document={document} words={words} />}
      {refusals.length > 0 && (
        <p className="max-w-measure text-small">
          {words.refusals}:{" "}
          {refusals.map(({ status, code }) => (
            <span key={code}>
              {status}{" "}
              <a href={`errors#${code}`} className="mr-3 inline-block py-1">
                {code}
              </a>{" "}
            </span>
          ))}
        </p>
      )}
    </Part>
  );
}

/** The verb as a tag, the path beside it. */
function OperationName({ operation }: { operation: Listed }) {
  const [verb, ...path] = operationName(operation).split(" ");
  return (
    <code className="font-mono text-[0.85em] font-semibold tracking-normal [overflow-wrap:anywhere]">
      {path.length > 0 && (
        <span className="mr-2 rounded-sm bg-tint px-1.5 py-0.5 whitespace-nowrap text-accent">{verb}</span>
      )}
      {path.length > 0 ? ` ${path.join(" ")}` : verb}
    </code>
  );
}

function asSchema({ parameters }: Listed) {
  const properties = parameters.map(({ name, schema, description, example }) => [
    name,
    { ...schema, description, examples: example === undefined ? [] : [example] },
  ]);
  return {
    properties: Object.fromEntries(properties),
    required: parameters.filter((parameter) => parameter.required).map(({ name }) => name),
  };
}
