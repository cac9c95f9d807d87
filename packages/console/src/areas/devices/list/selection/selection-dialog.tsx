import { ScheduleDialog } from '../../../../shared/schedule-form/schedule-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { GroupDialog } from './group-dialog.tsx';
import type { SelectionAction } from './permitted-actions.ts';
import { AskDialog, EndDialog, LocateDialog, NotifyDialog, UpdateDialog } from './run-dialogs.tsx';

interface SelectionDialogProps extends Omit<DialogProps, 'onDone'> {
  action: Exclude<SelectionAction, 'export'>;
  /** Deselects everything. */
  clear: () => void;
}

/** The dialog of an action on selected devices. The selection stays for a next action, unless its devices are ended. */
export function SelectionDialog({ action, clear, ...rest }: SelectionDialogProps) {
  const props = { ...rest, onDone: rest.close };
  switch (action) {
    case 'update':
      return <UpdateDialog {...props} />;
    case 'locate':
      return <LocateDialog {...props} />;
    case 'notify':
      return <NotifyDialog {...props} />;
    case 'ask':
      return <AskDialog {...props} />;
    case 'schedule':
      return <ScheduleForSelected {...props} />;
    case 'addToGroup':
      return <GroupDialog {...props} how="add" />;
    case 'removeFromGroup':
      return <GroupDialog {...props} how="remove" />;
    case 'assign':
      return <AssignDialog {...props} />;
    case 'end':
      return (
        <EndDialog
          {...props}
          onDone={() => {
            rest.close();
            clear();
          }}
        />
      );
    default:
      return action satisfies never;
  }
}

/** A schedule for a selected group follows its members; one for other selections keeps the devices that are selected now. */
function ScheduleForSelected({ selection, count, close }: DialogProps) {
  const target = selection.by === 'GROUP' ? { groupId: selection.groupId } : { selected: { selection, count } };
  return <ScheduleDialog schedule={null} {...target} close={close} />;
}
