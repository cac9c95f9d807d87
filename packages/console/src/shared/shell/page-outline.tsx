import { Mark } from '@fairwatch/look';
import type { ReactNode } from 'react';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import header from './header/header.module.css';
import classes from './shell.module.css';
import sidebar from './sidebar/sidebar.module.css';

/**
 * A static placeholder of the shell, prerendered into the HTML of every page and shown until the code is loaded. It is inert and
 * hidden from screen readers, because the shell replaces it.
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
