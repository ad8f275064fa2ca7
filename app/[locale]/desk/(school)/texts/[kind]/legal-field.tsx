"use client";

import type { ComponentProps } from "react";
import { FieldWithPreview } from "@/components/forms/field-with-preview";
import { Prose } from "@/components/layout/page-column";
import { LegalText, type School } from "@/components/site/legal/legal-text";
import { Disclosure } from "@/components/ui/disclosure";
import { eye } from "@/components/ui/icons/paths";

type Props = { name: string; label: string; text: string; school: School; summary: string };

/** A text in one language, with what its page would show of it. */
export function LegalField({ name, label, text, school, summary }: Props) {
  return (
    <FieldWithPreview
      name={name}
      label={label}
      lang={name}
      defaultValue={text}
      rows={14}
      show={(typed) => (
        <Disclosure summary={summary} icon={eye}>
          <div lang={name}>
            <Prose>
              <LegalText text={typed} school={school} overrides={overrides} />
            </Prose>
          </div>
        </Disclosure>
      )}
    />
  );
}

/** Below the page's own heading. */
const overrides = {
  h1: ({ children }: ComponentProps<"h1">) => <h2>{children}</h2>,
  h2: ({ children }: ComponentProps<"h2">) => <h3>{children}</h3>,
  h3: ({ children }: ComponentProps<"h3">) => <h4>{children}</h4>,
  link: "a" as const,
};
