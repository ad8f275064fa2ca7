/** `fraction`: 0 to 1. The text beside it says the same. */
export function ProgressBar({ fraction }: { fraction: number }) {
  const end = `${Math.round(Math.min(1, Math.max(0, fraction)) * 1000) / 10}%`;
  return (
    <svg className="progress-line" aria-hidden="true">
      <line x1="0" x2="100%" y1="50%" y2="50%" />
      <line x1="0" x2={end} y1="50%" y2="50%" />
      <ellipse cx={end} cy="50%" rx="8" ry="5.6" />
    </svg>
  );
}
