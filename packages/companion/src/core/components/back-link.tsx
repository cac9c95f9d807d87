import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'wouter';
import classes from './back-link.module.css';

/** A link to the parent page. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={classes.link}>
      <IconChevronLeft size={20} aria-hidden />
      {children}
    </Link>
  );
}
