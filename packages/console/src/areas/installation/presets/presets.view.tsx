import { loadPreset, presetNames, presets, type PresetName } from '@fairwatch/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import cards from '../../../shared/preset/preset.module.css';
import { PresetCard } from '../../../shared/preset/preset-card.tsx';
import { usePresetTexts } from '../../../shared/preset/use-preset-texts.ts';
import { ChangeDialog, type PresetChange } from './change-dialog.tsx';
import { KindsCard } from './kinds-card.tsx';
import texts from './presets.texts.json';
import { ProposalCard } from './proposal-card.tsx';

addTexts('presets', texts);

/** The page of the installation itself: its preset, the kinds of data that it uses, and what the preset proposes. */
export function InstallationView() {
  const { t } = useTranslation('presets');
  const { data, error, refetch } = useQuery(query(loadPreset, {}));
  const { installation } = useAdminSession();
  const { preset, usedKinds } = data?.data ?? installation;
  const [change, setChange] = useState<PresetChange | null>(null);
  const failed = readError({ data, error });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {failed !== null && <ErrorView error={failed} retry={refetch} />}
      <Stack>
        <WhoCard
          preset={preset}
          changed={data?.data ?? null}
          choose={(next) =>
            setChange({ preset: next, usedKinds: [...presets[next].kinds], withRules: false, why: 'preset' })
          }
        />
        <KindsCard
          // Mounted anew once a change is saved, so that its draft begins with it.
          key={usedKinds.join(' ')}
          used={usedKinds}
          review={(kinds) =>
            setChange({ preset: preset ?? 'everything', usedKinds: kinds, withRules: false, why: 'kinds' })
          }
        />
        {preset !== null && preset !== 'everything' && (
          <ProposalCard
            preset={preset}
            usedKinds={usedKinds}
            apply={() => setChange({ preset, usedKinds, withRules: true, why: 'rules' })}
          />
        )}
      </Stack>
      {change !== null && <ChangeDialog change={change} close={() => setChange(null)} />}
    </>
  );
}

interface WhoCardProps {
  preset: PresetName | null;
  /** Who changed it last; null while that is loading. */
  changed: { changedBy: string | null; changedAt: string | null } | null;
  choose: (preset: PresetName) => void;
}

function WhoCard({ preset, changed, choose }: WhoCardProps) {
  const { t } = useTranslation('presets');
  const { t: word } = usePresetTexts();
  return (
    <Card spaced title={t('who.title')} about={t('who.about')}>
      <div className={cards.cards}>
        {presetNames.map((each) => (
          <PresetCard key={each} preset={each} isCurrent={each === preset}>
            {each === preset ? (
              <Text size="sm" fw={600} data-tone="accent" lh="2.25rem">
                {t('who.current')}
              </Text>
            ) : (
              <Button fullWidth variant="default" onClick={() => choose(each)}>
                {t('who.change', { name: word(`name.${each}`) })}
              </Button>
            )}
          </PresetCard>
        ))}
      </div>
      {changed !== null && changed.changedBy !== null && changed.changedAt !== null && (
        <Group fz="sm" c="dimmed">
          <TimedText words={t('who.changed', { name: changed.changedBy })} at={changed.changedAt} />
        </Group>
      )}
    </Card>
  );
}
