"use client";

import type { ComponentProps } from "react";
import { Previewed } from "@/components/action/previewed";
import { LegalText, type School } from "@/components/site/legal-text";
import { Prose } from "@/components/site/page";
import { Fold } from "@/components/ui/fold";
import { eye } from "@/components/ui/icons";

type Props = { name: string; label: string; text: string; school: School; summary: string };

/** A text in one language, with what its page would show of it. */
export function LegalField({ name, label, text, school, summary }: Props) {
  return (
    <Previewed
      name={name}
      label={label}
      lang={name}
      defaultValue={text}
      rows={14}
      show={(typed) => (
        <Fold summary={summary} icon={eye}>
          <div lang={name}>
            <Prose>
              <LegalText text={typed} school={school} overrides={overrides} />
            </Prose>
          </div>
        </Fold>
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
