import { updateSidebar } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { useId } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { usePages } from '../../../core/router/pages-context.ts';
import { arrange, panelOf } from '../../../shared/shell/sidebar/panels.ts';
import { useNavTexts } from '../../../shared/shell/texts/use-shell-texts.ts';
import type { SectionProps } from './use-admin.ts';
import classes from './settings.module.css';

const panels = [null, 1, 2, 3] as const;

/** Chooses the sidebar arrangement of an admin, with a preview of each. */
export function PanelSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const name = useId();
  const { id: userId, customSidebar, adminStatus } = admin;
  const choose = (panel: number | null) => void changeAccount(updateSidebar, { userId, customSidebar: panel });
  return (
    <Card spaced title={t('panel.title')} about={t('panel.text')}>
      <fieldset className={classes.panels} disabled={!mayChange || adminStatus === 'PENDING'}>
        <legend className="fw-hidden">{t('panel.label')}</legend>
        {panels.map((panel) => (
          <label key={panel} className={classes.panel}>
            <Group component="span" gap="xs" fw={500}>
              <input type="radio" name={name} checked={panel === customSidebar} onChange={() => choose(panel)} />
              {t(`panel.${panel ?? 0}`)}
            </Group>
            <span className="fw-note">{t(`panel.about.${panel ?? 0}`)}</span>
            <Preview panel={panel} />
          </label>
        ))}
      </fieldset>
    </Card>
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
        <span key={group}>
          {!arrangement.compact && <span className={classes.previewTitle}>{name(`group.${group}`)}</span>}
          {items.slice(0, arrangement.compact ? 5 : 3).map(({ path, label }) => (
            <span key={path} className="fw-ellipsis">
              {name(label)}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
