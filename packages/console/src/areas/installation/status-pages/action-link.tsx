import { Link } from '@tanstack/react-router';
import classes from './message.module.css';
import type { PageLink } from '../../../core/router/page-link.ts';

interface ActionLinkProps {
  link: PageLink;
  children: string;
}

export function ActionLink({ link, children }: ActionLinkProps) {
  return (
    <Link {...link} className={classes.action}>
      {children}
    </Link>
  );
}
