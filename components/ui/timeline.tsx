import type { ReactNode } from "react";

export type TimelineItem = {
  key: string;
  title: ReactNode;
  text?: ReactNode;
  /** A hollow note: now, by whoever has to act, or later. */
  when?: "now" | "later";
};

/** Filled notes are past, hollow ones future. `horizontal`: in a row on wide screens. */
export function Timeline({ items, horizontal }: { items: TimelineItem[]; horizontal?: boolean }) {
  return (
    <ol className={horizontal ? "timeline timeline-across" : "timeline"}>
      {items.map(({ key, title, text, when }) => (
        <li key={key} data-when={when} aria-current={when === "now" ? "step" : undefined}>
          <b>{title}</b>
          {text && <div>{text}</div>}
        </li>
      ))}
    </ol>
  );
}
