"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { type DrawResult, parseListFile, sha256, sortByDraw } from "@/lib/admission/draw-order";

type Outcome = "same" | "other" | "failed";

type Props = {
  list: string;
  hash: string;
  drawn: DrawResult;
  corrected: Record<string, number>;
  /** References in published order. */
  published: string[];
  texts: Record<Outcome | "press" | "working", string>;
};

/** Recomputes hash and order in the browser; absent without scripts. */
export function RecomputeButton({ texts, ...round }: Props) {
  const [can, setCan] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | "working">();
  useEffect(() => setCan(Boolean(crypto.subtle)), []);
  if (!can) return null;
  const press = async () => {
    setOutcome("working");
    setOutcome(await recompute(round).catch(() => "failed" as const));
  };
  return (
    <div>
      <Button type="button" variant="secondary" onClick={press}>
        {texts.press}
      </Button>
      <p className="mt-3 font-semibold" role="status">
        {outcome && texts[outcome]}
      </p>
    </div>
  );
}

async function recompute({
  list,
  hash,
  drawn,
  corrected,
  published,
}: Omit<Props, "texts">): Promise<Outcome> {
  const answer = await fetch(list);
  if (!answer.ok) return "failed";
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const lines = parseListFile(new TextDecoder().decode(bytes)).map((line) => ({
    ...line,
    total: corrected[line.reference] ?? line.total,
  }));
  const order = (await sortByDraw(lines, drawn)).map(({ reference }) => reference);
  return (await sha256(bytes)) === hash && order.join() === published.join() ? "same" : "other";
}
