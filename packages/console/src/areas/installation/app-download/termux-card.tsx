import { termuxFileName, type OfferedTermux } from '@fairwatch/contract';
import { Stack, Text } from '@mantine/core';
import { useCompanion } from '../../../shared/companion/companion-address.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { CommandLine } from '../../../core/components/text/command-line.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';
import { FileHash } from './file-hash.tsx';

/** How an Android phone joins with Termux: three lines to paste, and the hash of the file that they fetch. */
export function TermuxCard({ termux }: { termux: OfferedTermux | null }) {
  const { t } = useTranslation('app-download');
  // The address by which phones reach the server, which may differ from that of the console.
  const companion = useCompanion();
  if (termux === null || companion === null) return null;
  const address = `${companion.origin}${termux.url}`;
  const steps = [
    [t('termux.packages'), 'pkg install nodejs-lts termux-api'],
    [t('termux.fetch'), `curl -fLO ${address}`],
    [t('termux.run'), `node ${termuxFileName} join --server ${companion.origin}`],
  ] as const;
  return (
    <Card title={t('termux.title')}>
      <Stack gap="0.875rem">
        <Text fw={550}>{t('termux.lead')}</Text>
        <Text c="dimmed">{t('termux.text')}</Text>
        <ol className={classes.steps}>
          {steps.map(([title, line]) => (
            <li key={line}>
              {title}
              <CommandLine line={line} label={t('termux.copyLine', { line })} />
            </li>
          ))}
        </ol>
        <Facts
          dense
          facts={[
            [t('termux.file'), `${termuxFileName} ${termux.version}, ${sizeText(termux.size, currentLanguage())}`],
            [t('direct.sha'), <FileHash key="sha" sha256={termux.sha256} hint={t('termux.shaHint')} />],
          ]}
        />
        <Text c="dimmed">
          {t('termux.shaHint')} {t('termux.docs')}{' '}
          <a href={address} download={termuxFileName}>
            {t('termux.download')}
          </a>
        </Text>
      </Stack>
    </Card>
  );
}
