import '@mantine/core/styles/Skeleton.layer.css';
import { type AppOffer, loadAppOffer, removeStatic } from '@fairwatch/contract';
import { Box, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconCheck, IconDownload, IconRefresh, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import classes from './app-download.module.css';
import texts from './app-download.texts.json';
import { DirectDownload } from './direct-download.tsx';
import { Documents } from './documents.tsx';
import { Mediators } from './mediators.tsx';
import { TermuxCard } from './termux-card.tsx';
import { UploadButton, UploadState } from './upload-parts.tsx';
import { type StaticUpload, useStaticUpload } from './use-static-upload.ts';
import { useCompanion } from '../../../shared/companion/companion-address.ts';
import { ConnectPhone } from '../../../shared/phone-access/connect-phone.tsx';
import { AddressNote, PhoneLink } from '../../../shared/companion/phone-link.tsx';

addTexts('app-download', texts);

/** True while the owner has put nothing here. The companions are always there. */
function isEmpty({ app, mediators, documents }: AppOffer): boolean {
  return app === null && mediators.length === 0 && documents.length === 0;
}

/** The page of the clients: the companions, the app's download, other sources of it, and documents about it. */
export function AppDownloadView() {
  const { t } = useTranslation('app-download');
  const { data, error, refetch } = useQuery(query(loadAppOffer, {}));
  const [updating, setUpdating] = useState(false);
  const uploading = useStaticUpload();
  const mayChange = useCan(removeStatic);
  const update = async () => {
    setUpdating(true);
    await toastPromise(refetch({ throwOnError: true })).catch(() => undefined);
    setUpdating(false);
  };
  const content = () => {
    if (data === undefined) return error ? <ErrorView error={error} retry={refetch} /> : <OfferSkeleton />;
    return <Offer {...{ offer: data.data, mayChange, uploading, refetch }} />;
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={updating}
            onClick={() => void update()}
          >
            {t('update')}
          </Button>
        }
      />
      {content()}
    </>
  );
}

interface OfferProps {
  offer: AppOffer;
  mayChange: boolean;
  uploading: StaticUpload;
  refetch: () => Promise<unknown>;
}

/** The companions come first: they need no app, and are always there. */
function Offer({ offer, mayChange, uploading, refetch }: OfferProps) {
  const { app, mediators, documents, termux } = offer;
  // Of an empty page, those who can change nothing see what works only.
  const showsRest = mayChange || !isEmpty(offer);
  return (
    <div className={classes.grid}>
      <Stack>
        <CompanionCard />
        <TermuxCard termux={termux} />
        {app === null && mediators.length === 0 ? (
          <NoApp {...{ mayChange, uploading, refetch }} />
        ) : (
          <DirectDownload app={app} mayChange={mayChange} uploading={uploading} />
        )}
        {showsRest && <Documents documents={documents} {...{ mayChange, uploading, refetch }} />}
      </Stack>
      <Stack>
        {showsRest && <Mediators mediators={mediators} {...{ mayChange, refetch }} />}
        <WhatIsShared />
      </Stack>
    </div>
  );
}

/** Says that there is no app to download, and that phones need none. */
function NoApp({ mayChange, uploading, refetch }: Omit<OfferProps, 'offer'>) {
  const { t } = useTranslation('app-download');
  return (
    <Paper>
      <EmptyView
        icon={IconDownload}
        title={t('empty.title')}
        hint={t(mayChange ? 'empty.hintUpload' : 'empty.hint')}
        refetch={refetch}
        note={<UploadState kind="APP" uploading={uploading} />}
        {...(mayChange && {
          actions: <UploadButton kind="APP" label={t('direct.upload')} uploading={uploading} />,
        })}
      />
    </Paper>
  );
}

/** Explains what installing the app means for the person who carries the phone. */
function WhatIsShared() {
  const { t } = useTranslation('app-download');
  const points = t('shares.points', { returnObjects: true }) as string[];
  return (
    <Card title={t('shares.title')}>
      <Text fw={550} mb="sm">
        {t('shares.lead')}
      </Text>
      <Stack component="ul" gap="0.625rem">
        {points.map((point) => (
          <Group key={point} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <IconCheck size={16} aria-hidden className={classes.point} />
            {point}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

/** The number of placeholder lines in each of the two columns. */
const columns = [8, 5];

/** Placeholders for the cards of the page while they load. */
function OfferSkeleton() {
  return (
    <div className={classes.grid} aria-busy>
      {columns.map((lines) => (
        <Paper key={lines} p="md">
          <Skeleton height={14} width="35%" radius="xl" mb="lg" />
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={10} width={`${90 - (line % 3) * 15}%`} radius="xl" mb="md" />
          ))}
        </Paper>
      ))}
    </div>
  );
}

/** The address of the companion, which runs in any phone's browser without an app. The space of its QR code, which loads later, is reserved. */
export function CompanionCard() {
  const { t } = useTranslation('app-download');
  const companion = useCompanion();
  return (
    <Card title={t('companion.title')}>
      <Box mih="9rem">
        {companion !== null && (
          <>
            <PhoneLink address={companion.start} label={t('companion.image')}>
              <Group component="p" gap="xs" wrap="nowrap" mb={4} fw={550}>
                <IconWorld size={18} aria-hidden color="var(--fw-accent)" />
                {t('companion.lead')}
              </Group>
              <Text c="dimmed">{t('companion.text')}</Text>
            </PhoneLink>
            <AddressNote address={companion.start} />
            <ConnectPhone size="sm" mt="sm" />
          </>
        )}
      </Box>
    </Card>
  );
}
