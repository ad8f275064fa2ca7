import { type Parts, SHOWN, shownOf } from "@/lib/platform/fingerprint";

/** Sends along what the page displays, so that nothing else is accepted in its place (`changedParts`). */
export const ShownField = ({ parts }: { parts: Parts }) => (
  <input type="hidden" name={SHOWN} value={shownOf(parts)} />
);
