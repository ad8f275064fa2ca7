"use client";

import { FieldWithPreview } from "@/components/forms/field-with-preview";
import { Prose } from "@/components/layout/page-column";
import { LegalText, nestedOverrides, type School } from "@/components/site/legal/legal-text";
import { Disclosure } from "@/components/ui/disclosure";
import { eye } from "@/components/ui/icons/paths";

type Props = { name: string; label: string; text: string; school: School; summary: string };

/** With a preview of its page. */
export function LegalField({ name, label, text, school, summary }: Props) {
  return (
    <FieldWithPreview
      name={name}
      label={label}
      lang={name}
      defaultValue={text}
      rows={14}
      renderPreview={(input) => (
        <Disclosure summary={summary} icon={eye}>
          <div lang={name}>
            <Prose>
              <LegalText text={input} school={school} overrides={nestedOverrides} />
            </Prose>
          </div>
        </Disclosure>
      )}
    />
  );
}
