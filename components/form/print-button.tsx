"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { printer } from "@/components/ui/icons";

/** Prints the page; where scripts do not run there is none, and the browser's own menu prints it. */
export function PrintButton({ words }: { words: string }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    isAlive && (
      <Button type="button" look="secondary" onClick={() => print()}>
        <Icon d={printer} />
        {words}
      </Button>
    )
  );
}
