import '@mantine/core/styles/Skeleton.layer.css';
import { runDetail, type Run, runItemStates, type RunCounts, runItems, runItemSortFields } from '@fairwatch/contract';
import { Button, Skeleton, Stack, Text, Group } from '@mantine/core';
import { IconArrowLeft, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { addTexts, currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { idInAddress } from '../../../core/router/id-in-address.ts';
import { pageLink, searchLink } from '../../../core/router/page-link.ts';
import { RunBadge, RunItemBadge } from '../../../shared/run-progress/run-badges.tsx';
import { RunBar } from '../../../shared/run-progress/run-bar.tsx';
import { pollRunMs } from '../../../shared/run-progress/watch-run.ts';
import { RunActions } from './run-actions.tsx';
import texts from './runs.texts.json';
import { call } from '../../../core/api/client.ts';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch, useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { useRunTexts } from '../../../shared/run-progress/use-run-texts.ts';
import { columns, exportColumns } from './run-items.columns.tsx';

addTexts('runs', texts);

/** One run: how far it is, and what became of it on each device. */
export function RunView() {
  const { t } = useTranslation('runs');
  const { runId: text }: { runId?: string } = useParams({ strict: false });
  const runId = idInAddress(text);
  const result = useQuery({
    ...query(runDetail, { runId }),
    refetchInterval: ({ state }) => (state.data?.data.finishedAt === null ? pollRunMs : false),
  });
  const run = result.data?.data;
  const error = readError(result);
  return (
    <>
      <PageHeader
        title={run?.title ?? (error ? t('run.title', { id: text }) : '…')}
        aside={run && <RunBadge run={run} />}
        subtitle={run && <Origin run={run} />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(props) => <Link {...pageLink('/runs')} {...props} />}
            >
              {t('run.back')}
            </Button>
            {run && <RunActions run={run} />}
          </>
        }
      />
      {error && <ErrorView error={error} retry={result.refetch} />}
      {result.isPending && <Skeleton height={72} radius="md" mb="md" />}
      {run && (
        <>
          <Stack component="section" className="fw-panel" gap="sm" p="md" mb="md" aria-label={t('run.counts')}>
            <RunBar counts={run.counts} />
            <StateCounts counts={run.counts} />
            {run.waitingDevices > 0 && (
              <Text component="output" size="sm" data-tone="warn">
                {t('run.waiting', { count: run.waitingDevices })}
              </Text>
            )}
            {run.reason !== '' && (
              <Text size="sm" c="dimmed">
                {t('run.reason', { reason: run.reason })}
              </Text>
            )}
          </Stack>
          <RunItems run={run} />
        </>
      )}
    </>
  );
}

/** Who started the run and when, and when it ended. */
function Origin({ run: { schedule, requestedBy, createdAt, finishedAt } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const started = () => {
    if (schedule === null) return t('run.startedBy', { name: requestedBy });
    if (schedule.name === '') return t('run.startedByDeleted', { name: requestedBy });
    return t('run.startedBySchedule', { name: requestedBy, schedule: schedule.name });
  };
  return (
    <>
      <TimedText words={started()} at={createdAt} />
      {finishedAt !== null && (
        <>
          {' · '}
          <TimedText words={t('run.ended')} at={finishedAt} />
        </>
      )}
    </>
  );
}

/** How many items are in each state. Each links to the list of those items. */
function StateCounts({ counts }: { counts: RunCounts }) {
  const number = new Intl.NumberFormat(currentLanguage());
  return (
    <Group component="ul" gap="0.5rem 1.25rem">
      {runItemStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>
            <Link {...searchLink({ state, page: undefined })} className="fw-inline fw-plain-link fw-figures">
              <strong>{number.format(counts[state])}</strong>
              <RunItemBadge state={state} />
            </Link>
          </li>
        ))}
    </Group>
  );
}

const defaults = { sortFields: runItemSortFields, sortBy: 'id', sortDirection: 'asc' } as const;

/** What became of a run on each device, with search, filter and export. */
function RunItems({ run: { id: runId } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const { t: shared } = useRunTexts();
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const state = runItemStates.find((each) => each === raw['state']);
  const setState = (next: string | undefined) => patch({ state: next, page: undefined });
  const input = { runId, ...search, filter: { state } };
  const list = usePagedList(query(runItems, input), view);
  return (
    <DataTable
      label={t('items.label')}
      columns={columns}
      list={list}
      ownSort={{ sortBy: defaults.sortBy, label: t('items.inOrder') }}
      toolbar={
        <>
          <SearchBox label={t('items.search')} view={view} />
          <FilterSelect
            label={t('items.state')}
            any={t('items.any')}
            options={runItemStates.map((value) => ({ value, label: shared(`item.${value}`) }))}
            value={state}
            onChange={setState}
          />
          <ExportButton
            empty={list.pagination === null || list.pagination.totalItems === 0}
            source={{
              name: t('run.title', { id: runId }),
              fileWords: ['run', String(runId)],
              columns: exportColumns,
              fetchPage: (page, signal) => call(runItems, { ...input, ...page }, signal),
            }}
          />
        </>
      }
      empty={
        <ListEmptyView
          list={list}
          icon={IconListCheck}
          title={t('items.empty.title')}
          hint={t('items.empty.hint')}
          filter={{ active: state !== undefined, clear: () => setState(undefined) }}
        />
      }
    />
  );
}
