"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Icon } from "@/components/ui/icons/icon";
import { printer } from "@/components/ui/icons/paths";
import { scriptOnly } from "@/components/ui/script-only";

/** Absent without scripts. */
export function PrintButton({ text }: { text: string }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <Button type="button" variant="secondary" className={scriptOnly(isAlive)} onClick={() => print()}>
      <Icon d={printer} />
      {text}
    </Button>
  );
}
