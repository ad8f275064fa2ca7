"use client";

import { type ReactNode, useId } from "react";
import { useActionResult, useFormField } from "@/components/forms/action-form";
import type { PreviewMail } from "@/components/forms/action-state";

type Props = {
  /** For the form's initial values. */
  first: PreviewMail[] | undefined;
  texts: { title: string; nobody: string; later?: string };
};

/** The exact messages that a decision would send, with recipient and language (desk 11). */
export function MailPreview({ first, texts }: Props) {
  const id = useId();
  const mails = useActionResult().preview ?? first;
  if (!mails && !texts.later) return null;
  return (
    <section aria-labelledby={id} aria-live="polite">
      <h2 id={id} className="section-head mb-4">
        {texts.title}
      </h2>
      {!mails && <p className="text-muted">{texts.later}</p>}
      {mails?.length === 0 && <p>{texts.nobody}</p>}
      {mails?.map((mail) => (
        <MailCard key={mail.to} {...mail} />
      ))}
    </section>
  );
}

/** The subject is a heading of the third level. */
export const MailCard = ({
  to,
  subject,
  text,
  level: Heading = "h3",
}: PreviewMail & { level?: "h2" | "h3" }) => (
  <article className="letter mb-5 [overflow-wrap:anywhere]">
    <header className="border-b border-hairline pb-3">
      <p className="text-small text-muted">{to}</p>
      <Heading>{subject}</Heading>
    </header>
    <p className="text-small whitespace-pre-line">{text}</p>
  </article>
);

/** Shown only after the preview, or only before it. */
export function AfterPreview({
  first,
  before,
  children,
}: Pick<Props, "first"> & { before: ReactNode; children: ReactNode }) {
  return (useActionResult().preview ?? first) ? children : before;
}

/** The version that the form was made from; after a conflict, the current one. */
export function VersionField({ version }: { version: number | string }) {
  const { version: since } = useActionResult();
  const { defaultValue } = useFormField("version", String(version));
  return <input type="hidden" name="version" value={since ?? defaultValue} />;
}
