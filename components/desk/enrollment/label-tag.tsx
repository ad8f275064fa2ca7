export const LabelTag = ({ children }: { children: string }) => (
  <span className="rounded-control bg-tint px-1.5 text-fine leading-none font-normal max-md:inline-block max-md:py-0.5">
    {children}
  </span>
);
