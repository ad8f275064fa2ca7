"use client";

import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { check, copy } from "@/components/ui/icons/paths";
import type { DocsText } from "@/lib/i18n/docs/docs-text";

type Props = { text: string; texts: DocsText["code"] };

const SAID_MS = 2_000;

/** Absent without scripts or clipboard permission. */
export function CopyButton({ text, texts }: Props) {
  const [can, setCan] = useState(false);
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    setCan(Boolean(navigator.clipboard));
    return () => clearTimeout(timer.current);
  }, []);
  if (!can) return null;
  const press = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SAID_MS);
  };
  return (
    <button type="button" onClick={press} className="btn btn-quiet" aria-live="polite">
      <Icon d={done ? check : copy} />
      {done ? texts.copied : texts.copy}
    </button>
  );
}
