"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { type DrawResult, parseListFile, sha256, sortByDraw } from "@/lib/admission/draw-order";

type Outcome = "same" | "other" | "failed";

type Props = {
  list: string;
  hash: string;
  draw: DrawResult;
  corrected: Record<string, number>;
  /** References in published order. */
  published: string[];
  texts: Record<Outcome | "press" | "working", string>;
};

/** Recomputes hash and order in the browser; absent without scripts. */
export function RecomputeButton({ texts, ...round }: Props) {
  const [isAvailable, setAvailable] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | "working">();
  useEffect(() => setAvailable(Boolean(crypto.subtle)), []);
  if (!isAvailable) return null;
  const onClick = async () => {
    setOutcome("working");
    setOutcome(await recompute(round).catch(() => "failed" as const));
  };
  return (
    <div>
      <Button type="button" variant="secondary" onClick={onClick}>
        {texts.press}
      </Button>
      <p className="mt-3 font-semibold" role="status">
        {outcome && texts[outcome]}
      </p>
    </div>
  );
}

async function recompute({ list, hash, draw, corrected, published }: Omit<Props, "texts">): Promise<Outcome> {
  const response = await fetch(list);
  if (!response.ok) return "failed";
  const bytes = new Uint8Array(await response.arrayBuffer());
  const lines = parseListFile(new TextDecoder().decode(bytes)).map((line) => ({
    ...line,
    total: corrected[line.reference] ?? line.total,
  }));
  const order = (await sortByDraw(lines, draw)).map(({ reference }) => reference);
  return (await sha256(bytes)) === hash && order.join() === published.join() ? "same" : "other";
}
