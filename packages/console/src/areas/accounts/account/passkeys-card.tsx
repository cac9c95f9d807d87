import { passkeyList, type Passkey } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconCloud } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { passkeyRefusal } from '../../../shared/sign-in/passkeys.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';

const AddPasskeyDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).AddPasskeyDialog);
const RemovePasskeyDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).RemovePasskeyDialog);

interface PasskeyLineProps {
  passkey: Passkey;
  remove: () => void;
}

function PasskeyLine({ passkey: { name, createdAt, lastUsedAt, backedUp }, remove }: PasskeyLineProps) {
  const { t } = useTranslation('account');
  return (
    <Group component="li" gap="sm" wrap="nowrap" py={10}>
      <div className="fw-grow">
        {name}
        <small>
          {t('passkeys.added')} <RelativeTime at={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            t('passkeys.unused')
          ) : (
            <>
              {t('passkeys.used')} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </small>
      </div>
      {backedUp && (
        <Tooltip label={t('passkeys.syncedHint')}>
          <ToneBadge icon={IconCloud} tone="quiet" label={t('passkeys.synced')} />
        </Tooltip>
      )}
      <Button variant="default" size="xs" aria-label={t('passkeys.removeLabel', { name })} onClick={remove}>
        {t('passkeys.remove')}
      </Button>
    </Group>
  );
}

/** The passkeys of the account, and the ways to add and remove them. */
export function PasskeysCard() {
  const { t } = useTranslation('account');
  const result = useQuery(query(passkeyList, {}));
  const error = readError(result);
  const [dialog, setDialog] = useState<'add' | Passkey | null>(null);
  const close = () => setDialog(null);
  const refusal = passkeyRefusal();
  const passkeys = result.data?.data;
  return (
    <Card
      title={t('passkeys.title')}
      about={t('passkeys.hint')}
      spaced
      aside={
        refusal === null &&
        passkeys !== undefined &&
        passkeys.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setDialog('add')}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {error !== null && <ErrorView error={error} retry={() => void result.refetch()} />}
      {passkeys !== undefined && passkeys.length > 0 && (
        <ul className="fw-lines">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} remove={() => setDialog(passkey)} />
          ))}
        </ul>
      )}
      {error === null && (passkeys === undefined || passkeys.length === 0) && (
        // While loading, this reserves the space of the empty view, because most accounts have no passkeys.
        <Group
          className="fw-sunken"
          justify="space-between"
          c="dimmed"
          inert={passkeys === undefined}
          opacity={passkeys === undefined ? 0 : 1}
          aria-busy={passkeys === undefined}
        >
          <span className="fw-grow">{refusal ?? t('passkeys.empty')}</span>
          {refusal === null && <Button onClick={() => setDialog('add')}>{t('passkeys.add')}</Button>}
        </Group>
      )}
      {dialog === 'add' && <AddPasskeyDialog close={close} />}
      {dialog !== null && dialog !== 'add' && <RemovePasskeyDialog passkey={dialog} close={close} />}
    </Card>
  );
}
