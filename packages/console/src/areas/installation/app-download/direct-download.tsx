import type { OfferedApp } from '@fairwatch/contract';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconBrandAndroid, IconDownload } from '@tabler/icons-react';
import { PhoneLink } from '../../../shared/companion/phone-link.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { FileHash, fullAddress } from './file-hash.tsx';
import { RemoveButton } from './remove-button.tsx';
import { UploadButton, UploadState } from './upload-parts.tsx';
import type { StaticUpload } from './use-static-upload.ts';

interface DirectDownloadProps {
  app: OfferedApp | null;
  mayChange: boolean;
  uploading: StaticUpload;
}

/** The app's file: facts about it, its download, and a QR code for phones. */
export function DirectDownload({ app, mayChange, uploading }: DirectDownloadProps) {
  const { t } = useTranslation('app-download');
  return (
    <Card title={t('direct.title')}>
      {app === null ? <Text c="dimmed">{t('direct.none')}</Text> : <AppFacts app={app} />}
      <UploadState kind="APP" uploading={uploading} />
      <div className={classes.actions}>
        {app !== null && (
          <Button
            component="a"
            href={fullAddress(app.url)}
            download={app.fileName}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('direct.download')}
          </Button>
        )}
        {mayChange && (
          <UploadButton kind="APP" label={t(app === null ? 'direct.upload' : 'direct.replace')} uploading={uploading} />
        )}
        {mayChange && app !== null && (
          <RemoveButton
            id={app.id}
            label={t('direct.remove')}
            title={t('direct.removeTitle', { version: app.version })}
            text={t('direct.removeText')}
          />
        )}
      </div>
      {app !== null && <OnThePhone address={fullAddress(app.url)} />}
    </Card>
  );
}

function AppFacts({ app }: { app: OfferedApp }) {
  const { t } = useTranslation('app-download');
  const { version, versionCode, size, packageName, sha256, updatedAt, updatedBy } = app;
  return (
    <>
      <Group gap="0.875rem" wrap="nowrap">
        <span className={classes.appIcon}>
          <IconBrandAndroid size={28} stroke={1.5} aria-hidden />
        </span>
        <div className="fw-grow">
          <Text size="xl" fw={650}>
            {t('direct.version')} {version}
          </Text>
          <Text c="dimmed">
            {sizeText(size, currentLanguage())} · {t('direct.updated')} <RelativeTime at={updatedAt} />{' '}
            {t('direct.updatedBy', { name: updatedBy })}
          </Text>
        </div>
      </Group>
      <Box mt="md">
        <Facts
          dense
          facts={[
            [t('direct.package'), `${packageName} (${t('direct.code')} ${versionCode})`],
            [t('direct.sha'), <FileHash key="sha" sha256={sha256} hint={t('direct.shaHint')} />],
          ]}
        />
      </Box>
    </>
  );
}

function OnThePhone({ address }: { address: string }) {
  const { t } = useTranslation('app-download');
  return (
    <section className={classes.phone} aria-label={t('phone.title')}>
      <PhoneLink address={address} label={t('phone.image')}>
        <Title order={3}>{t('phone.title')}</Title>
        <Text c="dimmed">{t('phone.text')}</Text>
      </PhoneLink>
    </section>
  );
}
