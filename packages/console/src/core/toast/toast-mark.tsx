import type { ToastType } from 'react-hot-toast/headless';
import classes from './toast.module.css';

const paths: Partial<Record<ToastType, string>> = {
  success: 'M5.5 10.5l3 3 6-7',
  error: 'M10 5.5v5.5M10 14.2v.1',
};

/** The icon before a toast's text. Blank and custom toasts have none. */
export function ToastMark({ type }: { type: ToastType }) {
  if (type === 'loading') return <span className={classes.spinner} aria-hidden />;
  const path = paths[type];
  if (path === undefined) return null;
  return (
    <svg className={classes.mark} viewBox="0 0 20 20" width="20" height="20" aria-hidden>
      <circle cx="10" cy="10" r="9" fill="currentColor" opacity="0.14" />
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
