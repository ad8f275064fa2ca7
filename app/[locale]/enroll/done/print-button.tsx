"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { printer } from "@/components/ui/icons/paths";
import { scriptOnly } from "@/components/ui/script-only";

/** Absent without scripts. */
export function PrintButton({ text }: { text: string }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <Button type="button" variant="secondary" className={scriptOnly(hydrated)} onClick={() => print()}>
      <Icon d={printer} />
      {text}
    </Button>
  );
}
