import { Mark } from '@fairwatch/look';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import header from './header.module.css';
import classes from './shell.module.css';
import sidebar from './sidebar.module.css';

/**
 * The shell before anything is known about its admin. It is in the HTML of every page, so that there is something to see before
 * the code has arrived. It is inert: nothing in it can be pressed or is read out, since the shell replaces it.
 */
export function PageOutline({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} data-outline inert aria-hidden>
      <div className={classes.sidebar}>
        <div className={sidebar.sidebar}>
          <div className={sidebar.top}>
            <span className={sidebar.brand}>
              <Mark size={26} />
              <span className={classes.outlineBrand}>{t('brand')}</span>
            </span>
          </div>
        </div>
      </div>
      <div className={header.header} />
      <div className={classes.page}>
        <div className={classes.content}>{children}</div>
      </div>
    </div>
  );
}
