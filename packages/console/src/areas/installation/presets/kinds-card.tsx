import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { capabilities, capabilityNames, type Capability } from '@fairwatch/contract';
import { Button, Group, Switch } from '@mantine/core';
import { useState } from 'react';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './presets.module.css';

interface KindsCardProps {
  used: readonly Capability[];
  /** Shows what a change would do, and asks before it is made. */
  review: (kinds: Capability[]) => void;
}

/** A switch for each kind of data. Nothing changes before the preview. */
export function KindsCard({ used, review }: KindsCardProps) {
  const { t } = useTranslation('presets');
  const [kinds, setKinds] = useState<readonly Capability[]>(used);
  const changes = capabilityNames.filter((kind) => kinds.includes(kind) !== used.includes(kind)).length;
  useUnsavedChanges(changes > 0);
  const set = (kind: Capability, isOn: boolean) =>
    setKinds(capabilityNames.filter((each) => (each === kind ? isOn : kinds.includes(each))));
  return (
    <Card spaced title={t('kinds.title')} about={t('kinds.about')}>
      <ul className={classes.kinds}>
        {capabilityNames.map((kind) => (
          <li key={kind} data-edited={kinds.includes(kind) !== used.includes(kind) || undefined}>
            <Switch
              label={capabilities[kind].title}
              description={capabilities[kind].shares}
              checked={kinds.includes(kind)}
              onChange={({ currentTarget: { checked } }) => set(kind, checked)}
            />
          </li>
        ))}
      </ul>
      {changes > 0 && (
        <Group className="fw-sunken" gap="sm">
          <span className="fw-grow">{t('kinds.changes', { count: changes })}</span>
          <Button variant="default" onClick={() => setKinds(used)}>
            {t('kinds.undo')}
          </Button>
          <ReasonButton reason={kinds.length === 0 ? t('kinds.last') : null} onClick={() => review([...kinds])}>
            {t('kinds.review')}
          </ReasonButton>
        </Group>
      )}
    </Card>
  );
}
