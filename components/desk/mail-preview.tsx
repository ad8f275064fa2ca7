"use client";

import { type ReactNode, useId } from "react";
import { useActionResult, useFormField } from "@/components/forms/action-form";
import type { PreviewMail } from "@/components/forms/action-state";

type Props = {
  /** What would be sent as the form stands at first. */
  first: PreviewMail[] | undefined;
  words: { title: string; nobody: string; later?: string };
};

/** The very messages that a decision would send, to whom, in which language (desk 11). */
export function MailPreview({ first, words }: Props) {
  const id = useId();
  const mails = useActionResult().preview ?? first;
  if (!mails && !words.later) return null;
  return (
    <section aria-labelledby={id} aria-live="polite">
      <h2 id={id} className="section-head mb-4">
        {words.title}
      </h2>
      {!mails && <p className="text-muted">{words.later}</p>}
      {mails?.length === 0 && <p>{words.nobody}</p>}
      {mails?.map((mail) => (
        <MailCard key={mail.to} {...mail} />
      ))}
    </section>
  );
}

/** A mail as it arrives, with whom it is for; its subject is a heading below the page's own or a section's. */
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

/** What stands only once it is seen what would be sent, or before that. */
export function AfterPreview({
  first,
  before,
  children,
}: Pick<Props, "first"> & { before: ReactNode; children: ReactNode }) {
  return (useActionResult().preview ?? first) ? children : before;
}

/** How it stood when the form was made or, since somebody changed it, how it stands now. */
export function VersionField({ version }: { version: number | string }) {
  const { version: since } = useActionResult();
  const { defaultValue } = useFormField("version", String(version));
  return <input type="hidden" name="version" value={since ?? defaultValue} />;
}
