import { Button, Group, Stack } from '@mantine/core';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { ErrorView } from '../../core/components/page/error-view.tsx';
import { PhoneChecks } from './phone-checks.tsx';
import { verdictOf } from './phone-facts.ts';
import { PhoneTest } from './phone-test.tsx';
import { usePhoneAccess, usePhoneTexts } from './use-phone-access.ts';
import { Ways } from './ways.tsx';

/** Says whether phones reach the server, lets one try it, and says what to do where they do not. */
export function ConnectDialog({ close }: { close: () => void }) {
  const { t } = usePhoneTexts();
  const { facts, machine, error, refetch } = usePhoneAccess();
  return (
    <Dialog title={t('title')} close={close} wide>
      {error && <ErrorView error={error} retry={refetch} />}
      {facts !== null && (
        <Stack gap="lg">
          <PhoneChecks facts={facts} machine={machine} />
          {verdictOf(facts) !== 'local' && <PhoneTest facts={facts} />}
          <Ways facts={facts} machine={machine} />
        </Stack>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
      </Group>
    </Dialog>
  );
}
