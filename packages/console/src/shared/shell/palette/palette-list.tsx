import { Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { Keys } from '../../../core/shortcuts/keys.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import classes from './palette.module.css';
import type { PaletteSection } from './sections.ts';
import { usePaletteTexts } from './use-palette-texts.ts';

interface PaletteListProps {
  id: string;
  sections: readonly PaletteSection[];
  active: PaletteItem | undefined;
  activate: (item: PaletteItem) => void;
  choose: (item: PaletteItem) => void;
  optionId: (item: PaletteItem) => string;
}

/** The listbox of the palette. The focus stays in the input, which refers to the active option by `aria-activedescendant`. */
export function PaletteList({ id, sections, active, activate, choose, optionId }: PaletteListProps) {
  const { t } = usePaletteTexts();
  const activeId = active === undefined ? null : optionId(active);
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot show icons and notes
    <div id={id} role="listbox" aria-label={t('results')} className={classes.list}>
      {sections.map(({ group, items }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a listbox
        <div key={group} role="group" aria-label={t(`group.${group}`)}>
          <Text size="xs" fw={600} c="dimmed" p="0.625rem 0.625rem 0.25rem" aria-hidden>
            {t(`group.${group}`)}
          </Text>
          {items.map((item) => (
            // The input has the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={item.id}
              id={optionId(item)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={item.id === active?.id}
              aria-disabled={typeof item.reason === 'string'}
              className={classes.option}
              onPointerMove={() => item.id !== active?.id && activate(item)}
              onClick={() => choose(item)}
            >
              <OptionContent item={item} group={group} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function OptionContent({ item, group }: { item: PaletteItem; group: PaletteGroup }) {
  const Icon = item.icon;
  // The section's heading names the device already.
  const note = item.reason ?? (group === 'devicePage' ? '' : (item.note ?? ''));
  return (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      <Group component="span" gap="0 0.625rem" align="baseline" flex={1} miw={0}>
        <Text span truncate fw={500}>
          {item.label}
        </Text>
        {note !== '' && (
          <Text span truncate size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      {item.status !== undefined && <StatusBadge status={item.status} />}
      {item.keys !== undefined && <Keys keys={item.keys} className={classes.keys} />}
    </>
  );
}
