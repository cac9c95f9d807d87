import { updateSidebar } from '@fairwatch/contract';
import { useId } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { usePages } from '../../../core/router/pages-context.ts';
import { arrange, panelOf } from '../../../shared/shell/sidebar/panels.ts';
import { useNavTexts } from '../../../shared/shell/texts/use-shell-texts.ts';
import { SectionFrame, type SectionProps } from './section.tsx';
import classes from './settings.module.css';

const panels = [null, 1, 2, 3] as const;

/** Chooses the sidebar arrangement of an admin, with a preview of each. */
export function PanelSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const name = useId();
  const { id: userId, customSidebar, adminStatus } = admin;
  const choose = (panel: number | null) => void changeAccount(updateSidebar, { userId, customSidebar: panel });
  return (
    <SectionFrame title={t('panel.title')} text={t('panel.text')}>
      <fieldset className={classes.panels} disabled={!mayChange || adminStatus === 'PENDING'}>
        <legend className={classes.legend}>{t('panel.label')}</legend>
        {panels.map((panel) => (
          <label key={panel} className={classes.panel}>
            <span className={classes.panelName}>
              <input type="radio" name={name} checked={panel === customSidebar} onChange={() => choose(panel)} />
              {t(`panel.${panel ?? 0}`)}
            </span>
            <span className={classes.text}>{t(`panel.about.${panel ?? 0}`)}</span>
            <Preview panel={panel} />
          </label>
        ))}
      </fieldset>
    </SectionFrame>
  );
}

/** A miniature of the sidebar: the names of its groups, and lines for their first pages. */
function Preview({ panel }: { panel: number | null }) {
  const { t: name } = useNavTexts();
  const arrangement = panelOf(panel);
  const groups = arrange(usePages(), arrangement);
  return (
    <span className={classes.preview} data-compact={arrangement.compact || undefined} aria-hidden>
      {groups.map(({ group, items }) => (
        <span key={group} className={classes.previewGroup}>
          {!arrangement.compact && <span className={classes.previewTitle}>{name(`group.${group}`)}</span>}
          {items.slice(0, arrangement.compact ? 5 : 3).map(({ path, label }) => (
            <span key={path} className={classes.previewItem}>
              {name(label)}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
