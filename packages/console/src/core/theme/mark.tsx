interface MarkProps {
  size: number;
  className?: string | undefined;
}

/** Our sign: an open eye that gives light. It takes the colour of the text around it. */
export function Mark({ size, className }: MarkProps) {
  return (
    <svg className={className} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M3 19c3.8-6 8.2-8 13-8s9.2 2 13 8c-3.8 6-8.2 8-13 8s-9.2-2-13-8Z" />
        <path d="M16 2.5v4M6.8 4.7l2 3.5M25.2 4.7l-2 3.5" />
      </g>
      <circle cx="16" cy="19" r="4" fill="#d9962b" />
    </svg>
  );
}
