import type { ReactNode } from "react";

export type TimelineItem = {
  key: string;
  title: ReactNode;
  text?: ReactNode;
  /** A hollow note: what is due now, and says who has to act, or what comes later. */
  when?: "now" | "later";
};

/** What happened and what comes: filled notes are past, hollow ones to come; `across` where there is room, as few of them have. */
export function Timeline({ moments, across }: { moments: TimelineItem[]; across?: boolean }) {
  return (
    <ol className={across ? "timeline timeline-across" : "timeline"}>
      {moments.map(({ key, title, text, when }) => (
        <li key={key} data-when={when} aria-current={when === "now" ? "step" : undefined}>
          <b>{title}</b>
          {text && <div>{text}</div>}
        </li>
      ))}
    </ol>
  );
}
