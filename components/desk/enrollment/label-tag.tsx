/** One of the school's own words for sorting enrollments, beside a name. */
export const LabelTag = ({ children }: { children: string }) => (
  <span className="rounded-control bg-tint px-1.5 text-fine leading-none font-normal">{children}</span>
);
