import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Refusal } from '../../../../core/components/page/refusal.tsx';
import { ProgressBar } from '../../../../shared/device-feature/commands/progress-bar.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { RunLink } from '../../../../shared/run-progress/run-link.tsx';
import { downloadOriginals } from './download-originals.ts';
import type { Gallery } from '../use-gallery.ts';
import type { Items } from '../use-items.ts';
import type { Originals } from '../use-fetched-originals.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  gallery: Gallery;
  items: Items;
  selection: Selection;
  originals: Originals;
}

/** The actions of the selection, and the progress of the originals that are being fetched. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, originals } = props;
  const isFetching = originals.runs.length > 0;
  if (selection.chosen.size === 0 && !isFetching) return null;
  return (
    <Stack className="fw-selection-bar" gap="xs">
      {isFetching && <FetchProgress originals={originals} />}
      {selection.chosen.size > 0 && <SelectionActions {...props} />}
    </Stack>
  );
}

function SelectionActions({ gallery, items, selection, originals }: SelectionBarProps) {
  const { t } = useTranslation('gallery');
  const chosen = [...selection.chosen.values()];
  const stored = chosen.filter(({ item }) => item.fileHash !== null || originals.arrived.has(item.id));
  const missing = chosen.filter((each) => !stored.includes(each)).map(({ item }) => item);
  const wanted = missing.filter((item) => !originals.isRequested(item));
  const failures = missing.flatMap(({ id }) => originals.failures.get(id) ?? []);
  const nothingToGet = t(missing.length === 0 ? 'selection.haveAll' : 'selection.onTheWay');
  return (
    <Group component="section" gap="xs" aria-label={t('selection.label')}>
      <CloseButton aria-label={t('selection.clear')} onClick={selection.clear} />
      <output className="fw-grow">{t('selection.count', { count: chosen.length })}</output>
      <ReasonButton
        variant="default"
        size="xs"
        reason={originals.reason ?? (wanted.length === 0 ? nothingToGet : null)}
        onClick={() => originals.request(wanted)}
      >
        {t('selection.get', { count: wanted.length })}
      </ReasonButton>
      <ReasonButton
        size="xs"
        reason={stored.length === 0 ? t('selection.haveNone') : null}
        onClick={() => void downloadOriginals(stored, items, gallery.addressOf)}
      >
        {t('selection.download', { count: stored.length })}
      </ReasonButton>
      <Refusal words={originals.refusal} />
      {failures.length > 0 && (
        <Text role="alert" size="xs" w="100%" data-tone="bad">
          {t('queue.failed', { count: failures.length })}: {failures[0]}
        </Text>
      )}
    </Group>
  );
}

function FetchProgress({ originals: { runs, percent, isWaitingForOthers, stop } }: { originals: Originals }) {
  const { t } = useTranslation('gallery');
  return (
    <Group component="section" gap="xs" aria-label={t('queue.label')}>
      <output className="fw-grow">
        {runs[0]?.title} {isWaitingForOthers && <span data-tone="muted">{t('queue.held')}</span>}
      </output>
      {percent !== null && <ProgressBar percent={percent} />}
      {runs.map(({ id }) => (
        <RunLink key={id} runId={id} />
      ))}
      {runs.some(({ mine }) => mine) && (
        <Button variant="default" size="xs" onClick={stop}>
          {t('queue.stop')}
        </Button>
      )}
    </Group>
  );
}
