/** Visible only where shortcuts work. */
export const ShortcutKey = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="key">
    {children}
  </span>
);
