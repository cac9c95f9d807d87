import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'wouter';
import classes from './back-link.module.css';

/** The way back to the page above. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={classes.link}>
      <IconChevronLeft size={20} aria-hidden />
      {children}
    </Link>
  );
}
