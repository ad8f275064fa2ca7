/** The key that does it, beside its words; only seen where keys act. */
export const ShortcutKey = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="key">
    {children}
  </span>
);
