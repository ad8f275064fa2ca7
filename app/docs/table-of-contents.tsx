"use client";

import { useEffect, useState } from "react";
import { Disclosure } from "@/components/ui/disclosure";

type Props = { label: string; entries: { id: string; text: string; code?: boolean }[] };

/** Folded above the text, or beside it with the current section marked. */
export function TableOfContents({ label, entries }: Props) {
  const currentId = useCurrentSection(entries.map(({ id }) => id).join(" "));
  const list = (
    <ul>
      {entries.map(({ id, text, code }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            data-here={id === currentId ? "" : undefined}
            className="max-[77.99rem]:flex max-[77.99rem]:min-h-target max-[77.99rem]:items-center"
          >
            {code ? <code className="text-[0.85em] [overflow-wrap:anywhere]">{text}</code> : text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <div className="mb-6 min-[78rem]:hidden print:hidden">
        <Disclosure summary={label}>{list}</Disclosure>
      </div>
      <nav
        aria-label={label}
        className="docs-contents col-start-2 row-start-1 row-end-3 max-[77.99rem]:hidden print:hidden"
      >
        <p className="mb-2 font-bold">{label}</p>
        {list}
      </nav>
    </>
  );
}

/** The last heading above the top. */
function useCurrentSection(ids: string): string | undefined {
  const [currentId, setCurrentId] = useState<string>();
  useEffect(() => {
    const update = () => {
      const passed = ids
        .split(" ")
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1) < TOP_PX);
      setCurrentId(passed.at(-1));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    return () => removeEventListener("scroll", update);
  }, [ids]);
  return currentId;
}

const TOP_PX = 120;
