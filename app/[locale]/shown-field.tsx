import { type Parts, SHOWN, shownOf } from "@/lib/platform/fingerprint";

/** Submits what the page displays, so that nothing else is accepted (`changedParts`). */
export const ShownField = ({ parts }: { parts: Parts }) => (
  <input type="hidden" name={SHOWN} value={shownOf(parts)} />
);
