"use client";

import { type ReactNode, useId } from "react";
import { useActionResult, useFormField } from "@/components/forms/action-form";
import type { PreviewMail } from "@/components/forms/action-state";

type Props = {
  /** Of the form's initial values; each preview replaces them. */
  mails: PreviewMail[] | undefined;
  texts: { title: string; nobody: string; later?: string };
};

/** The exact messages that a decision would send, with recipient and language (desk 11). */
export function MailPreview({ mails: initial, texts }: Props) {
  const id = useId();
  const mails = useActionResult().preview ?? initial;
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
  problem,
  level: Heading = "h3",
}: PreviewMail & { level?: "h2" | "h3" }) => (
  <article className="letter mb-5 [overflow-wrap:anywhere]">
    <header className="border-b border-hairline pb-3">
      <p className="text-small text-muted">{to}</p>
      {problem && <p className="text-danger">{problem}</p>}
      <Heading>{subject}</Heading>
    </header>
    <p className="text-small whitespace-pre-line">{text}</p>
  </article>
);

/** Shown only after the preview, or only before it. */
export function AfterPreview({
  mails,
  fallback,
  children,
}: Pick<Props, "mails"> & { fallback: ReactNode; children: ReactNode }) {
  return (useActionResult().preview ?? mails) ? children : fallback;
}

/** The version that the form was made from; after a conflict, the current one. */
export function VersionField({ version }: { version: number | string }) {
  const { version: current } = useActionResult();
  const { defaultValue } = useFormField("version", String(version));
  return <input type="hidden" name="version" value={current ?? defaultValue} />;
}
