import '@mantine/core/styles/Skeleton.layer.css';
import { deviceInfo, infoGroups, limits } from '@fairwatch/contract';
import { Skeleton, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Column } from '../../../core/components/table/columns.ts';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeaturePanel } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts, i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './device-info.module.css';
import texts from './device-info.texts.json';
import { InfoCard, type Info } from './info-card.tsx';

addTexts('device-info', texts);

const exportColumns: readonly Column<Info>[] = [
  {
    key: 'group',
    header: 'device-info:columns.group',
    text: ({ group }) => i18n.t(`device-info:group.${group}`),
  },
  { key: 'name', header: 'device-info:columns.name' },
  { key: 'value', header: 'device-info:columns.value' },
];

/** All details that a device reports about itself, in groups. */
export function DeviceInfoView() {
  const { t } = useTranslation('device-info');
  const list = useDeviceFeature(deviceInfo, { pageSize: limits.page.maxSize });
  const { rows, pagination } = list.rows;
  const hidden = (pagination?.totalItems ?? 0) - rows.length;
  return (
    <>
      <DeviceFeatureHeader list={list} />
      <DeviceFeaturePanel
        list={list}
        columns={exportColumns}
        icon={IconInfoCircle}
        footer={
          hidden > 0 && (
            <Text c="dimmed" px="md" pb="md">
              {t('more', { shown: rows.length, total: pagination?.totalItems })}
            </Text>
          )
        }
        loading={<LoadingCards />}
      >
        <div className={classes.cards}>
          {infoGroups.map((group) => {
            const facts = rows.filter((fact) => fact.group === group);
            return facts.length > 0 && <InfoCard key={group} group={group} facts={facts} />;
          })}
        </div>
      </DeviceFeaturePanel>
    </>
  );
}

function LoadingCards() {
  return (
    <div className={classes.cards} aria-hidden>
      {infoGroups.map((group) => (
        <Skeleton key={group} className={classes.card} height={230} />
      ))}
    </div>
  );
}
