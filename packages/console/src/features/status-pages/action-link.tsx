import { Link } from '@tanstack/react-router';
import classes from './message.module.css';

interface ActionLinkProps {
  to: string;
  children: string;
}

export function ActionLink({ to, children }: ActionLinkProps) {
  return (
    <Link to={to} className={classes.action}>
      {children}
    </Link>
  );
}
