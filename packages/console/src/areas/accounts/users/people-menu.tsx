import { importPeople, type InputOf, type userList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { Can } from '../../../core/components/can.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { toast } from '../../../core/toast/toast.tsx';

// Lazy, because few admins open it.
const ImportPeople = lazyDialog(async () => (await import('./import-people.tsx')).ImportPeople);

/** Import and export of people as CSV. The Excel export of the list has more columns, but cannot be imported. */
export function PeopleMenu({ input }: { input: InputOf<typeof userList> }) {
  const { t } = useTranslation('users');
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Can use={importPeople}>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setImporting(true)}
        >
          {t('csv.import')}
        </Button>
      </Can>
      <ExportPeople input={input} />
      {importing && <ImportPeople close={() => setImporting(false)} />}
    </>
  );
}

function ExportPeople({ input }: { input: InputOf<typeof userList> }) {
  const { t } = useTranslation('users');
  const [saving, setSaving] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function save(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setSaving(true);
    try {
      // Imported lazily, because most visits export nothing.
      const { savePeople } = await import('./people-csv.ts');
      toast.success(t('csv.exported', { count: await savePeople(input, controller.signal) }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    }
    setSaving(false);
  }
  return (
    <Button
      variant="default"
      loading={saving}
      leftSection={<IconFileExport size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {t('csv.export')}
    </Button>
  );
}
