import type { ReactNode } from "react";

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <svg viewBox="0 0 112 64" aria-hidden="true" strokeLinecap="round">
        <path d="M4 12h104M4 22h104M4 32h104M4 42h104M4 52h104" strokeWidth="1" opacity="0.6" />
        <ellipse cx="56" cy="37" rx="8" ry="5.8" strokeWidth="2.4" transform="rotate(-22 56 37)" />
        <path d="M63.4 34V10" strokeWidth="2.4" />
      </svg>
      <div>{children}</div>
      {action}
    </div>
  );
}
