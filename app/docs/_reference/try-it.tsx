"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Input, Textarea } from "@/components/ui/controls/input";
import { Select } from "@/components/ui/controls/select";
import type { DocsText } from "@/lib/i18n/docs/docs-text";
import { CodeBlock } from "../docs-page";

type Props = { endpoints: Endpoint[]; year: number | undefined; texts: DocsText["tryIt"] };

type Endpoint = { path: string; method: string; query: boolean; example: string | undefined };

/** Sends the reader's request; the key stays in memory. */
export function TryIt({ endpoints, year, texts }: Props) {
  const [chosen, setChosen] = useState(0);
  const [response, setResponse] = useState<string>();
  const endpoint = endpoints[chosen];
  if (!endpoint) return null;

  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setResponse(await sendRequest(endpoint, new FormData(event.currentTarget)).catch(() => texts.failed));
  };
  return (
    <section aria-labelledby="try-it" className="card mt-8 print:hidden">
      <h2 id="try-it" className="mb-2">
        {texts.title}
      </h2>
      <p className="mb-6 max-w-measure">{texts.lead}</p>
      <form onSubmit={submit} noValidate>
        <Input
          name="key"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          label={texts.key}
        />
        <Select
          name="endpoint"
          label={texts.endpoint}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={endpoints.map(({ method, path }, index) => ({
            value: String(index),
            label: `${method} ${path}`,
          }))}
        />
        <EndpointFields endpoint={endpoint} year={year} texts={texts} />
        <Button type="submit">{texts.send}</Button>
      </form>
      <div role="status" className="mt-6">
        {response && <CodeBlock label={texts.answer}>{response}</CodeBlock>}
      </div>
    </section>
  );
}

function EndpointFields({ endpoint, year, texts }: { endpoint: Endpoint } & Pick<Props, "year" | "texts">) {
  return (
    <>
      {endpoint.query && (
        <Input name="year" defaultValue={year} inputMode="numeric" autoComplete="off" label={texts.year} />
      )}
      {endpoint.path.includes("{") && <Input name="reference" autoComplete="off" label={texts.reference} />}
      {endpoint.example && (
        <Textarea
          key={endpoint.path}
          name="body"
          rows={12}
          spellCheck={false}
          defaultValue={endpoint.example}
          label={texts.body}
          className="font-mono"
        />
      )}
    </>
  );
}

async function sendRequest({ method, path }: Endpoint, form: FormData): Promise<string> {
  const year = form.get("year");
  const target = path.replace(/\{\w+\}/, encodeURIComponent(String(form.get("reference") ?? "")));
  const body = form.get("body");
  const response = await fetch(
    year ? `${target}?school_year_id=${encodeURIComponent(String(year))}` : target,
    {
      method,
      headers: {
        Authorization: `Bearer ${form.get("key")}`,
        ...(body !== null && { "Content-Type": "application/json" }),
      },
      body: body === null ? undefined : String(body),
    },
  );
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const text = await response.text();
  return `${response.status} ${response.statusText}\n${headers}\n\n${formatJson(text)}`;
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
