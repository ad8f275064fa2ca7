import type { ReactNode } from "react";
import { Icon } from "../icons/icon";
import { chevronRight } from "../icons/paths";

type Props = { figure: ReactNode; text: ReactNode; detail?: ReactNode };

/** Content of a link in a `stat-rows` list. */
export function Stat({ figure, text, detail }: Props) {
  return (
    <>
      <span className="figure-big">{figure}</span>
      <span>
        <b>{text}</b>
        {detail && <span>{detail}</span>}
      </span>
      <Icon d={chevronRight} />
    </>
  );
}

/** Content of a link in a `link-rows` list. */
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
