interface MarkProps {
  size: number;
  className?: string | undefined;
}

/** The logo: a shield with an open eye, in the current text colour. The `favicon.svg` of the console and of the companion is the same. */
export function Mark({ size, className }: MarkProps) {
  return (
    <svg className={className} viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M16 1 29 5.5v10c0 7.5-5.4 12.7-13 15.5C8.4 28.2 3 23 3 15.5v-10ZM6 15.5c2.8 4.1 6.2 6 10 6s7.2-1.9 10-6c-2.8-4.1-6.2-6-10-6s-7.2 1.9-10 6Z"
      />
      <circle cx="16" cy="15.5" r="3.9" fill="#d9962b" />
    </svg>
  );
}
