import type { ReactNode } from "react";
import { Icon } from "../icons/icon";
import { chevronRight } from "../icons/paths";

type Props = { figure: ReactNode; words: ReactNode; detail?: ReactNode };

/** What a row of `stat-rows` shows: a large figure, what it counts, a quieter line; the row itself is a link. */
export function Stat({ figure, words, detail }: Props) {
  return (
    <>
      <span className="figure-big">{figure}</span>
      <span>
        <b>{words}</b>
        {detail && <span>{detail}</span>}
      </span>
      <Icon d={chevronRight} />
    </>
  );
}

/** What a row of `link-rows` shows: an icon, what is behind it, a quieter line; the row itself is a link. */
export function LinkRow({ icon, title, text }: { icon: string; title: ReactNode; text?: ReactNode }) {
  return (
    <>
      <Icon d={icon} />
      <span>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      <Icon d={chevronRight} />
    </>
  );
}
