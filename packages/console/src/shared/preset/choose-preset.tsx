import { presetNames, presets, updatePreset, type PresetName } from '@fairwatch/contract';
import { Mark } from '@fairwatch/look';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';
import { Box } from '../../core/forms/boxes.tsx';
import { useDocumentTitle } from '../../core/router/use-document-title.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { loadProfile } from '../sign-in/load-profile.ts';
import { PresetCard } from './preset-card.tsx';
import classes from './preset.module.css';
import { ownTimeZone } from './own-time-zone.ts';
import { usePresetTexts } from './use-preset-texts.ts';

/** Asks the first super admin of an empty installation who it is for. One press chooses; the page *Installation* changes it later. */
export function ChoosePreset() {
  const { t } = usePresetTexts();
  const [withRules, setWithRules] = useState(true);
  const [saving, setSaving] = useState<PresetName | null>(null);
  useDocumentTitle(t('ask.title'));
  const choose = async (preset: PresetName) => {
    setSaving(preset);
    const usedKinds = [...presets[preset].kinds];
    // A toast shows the error; the choice stays on screen.
    await toastPromise(call(updatePreset, { preset, usedKinds, withRules, timeZone: ownTimeZone() }))
      .then(loadProfile)
      .catch(() => undefined);
    setSaving(null);
  };
  return (
    <main className={classes.page}>
      <div className={classes.intro}>
        <Mark size={40} />
        <Title order={1}>{t('ask.title')}</Title>
        <Text c="dimmed">{t('ask.text')}</Text>
      </div>
      <div className={classes.cards}>
        {presetNames.map((preset) => (
          <PresetCard key={preset} preset={preset}>
            <Button
              fullWidth
              variant={preset === 'everything' ? 'default' : 'filled'}
              loading={saving === preset}
              disabled={saving !== null && saving !== preset}
              onClick={() => void choose(preset)}
            >
              {t('ask.choose', { name: t(`name.${preset}`) })}
            </Button>
          </PresetCard>
        ))}
      </div>
      <Stack gap={4} maw="40rem">
        <Box name="rules" label={t('ask.rules')} checked={withRules} onChange={setWithRules} />
        <Text size="sm" c="dimmed">
          {t('ask.rulesHint')}
        </Text>
      </Stack>
    </main>
  );
}
