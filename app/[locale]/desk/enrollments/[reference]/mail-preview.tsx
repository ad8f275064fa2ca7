"use client";

import type { ReactNode } from "react";
import { useAnswered, useField } from "@/components/action/action-form";
import type { PreviewedMail } from "@/components/action/action-state";

type Props = {
  /** What would be sent as the form stands at first. */
  first: PreviewedMail[] | undefined;
  words: { title: string; nobody: string };
};

/** The very messages that a decision would send, to whom, in which language (desk 11). */
export function MailPreview({ first, words }: Props) {
  const mails = useAnswered().preview ?? first;
  if (!mails) return null;
  return (
    <section aria-labelledby="preview-title" aria-live="polite" className="mb-8">
      <h2 id="preview-title" className="mb-3 text-heading">
        {words.title}
      </h2>
      {mails.length === 0 && <p>{words.nobody}</p>}
      {mails.map(({ to, subject, text }) => (
        <article key={to} className="mb-5 rounded-card border border-hairline bg-surface p-5">
          <p className="text-small text-muted [overflow-wrap:anywhere]">{to}</p>
          <h3 className="mb-3 font-semibold [overflow-wrap:anywhere]">{subject}</h3>
          <p className="max-w-measure text-small whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        </article>
      ))}
    </section>
  );
}

/** What stands only once it is seen what would be sent, or before that. */
export function OnceSeen({
  first,
  before,
  children,
}: Pick<Props, "first"> & { before: ReactNode; children: ReactNode }) {
  return (useAnswered().preview ?? first) ? children : before;
}

/** How it stood when the form was made or, since somebody changed it, how it stands now. */
export function Version({ version }: { version: number | string }) {
  const { version: since } = useAnswered();
  const { defaultValue } = useField("version", String(version));
  return <input type="hidden" name="version" value={since ?? defaultValue} />;
}
