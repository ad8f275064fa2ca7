export const LabelTag = ({ children }: { children: string }) => (
  <span className="rounded-control bg-tint px-1.5 text-fine leading-none font-normal">{children}</span>
);
