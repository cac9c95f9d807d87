import { lazy } from 'react';
import type { Trays } from './features/sharing/sharing.view.tsx';

/** What the Sharing page shows below a capability while it is shared. Each is loaded when it is first seen. */
export const trays: Trays = {
  CONTACTS: lazy(() =>
    import('./features/contacts/contacts.tray.tsx').then((file) => ({ default: file.ContactsTray })),
  ),
  CALENDAR: lazy(() =>
    import('./features/calendar-events/calendar-events.tray.tsx').then((file) => ({ default: file.CalendarTray })),
  ),
  GALLERY: lazy(() => import('./features/gallery/gallery.tray.tsx').then((file) => ({ default: file.GalleryTray }))),
  FILES: lazy(() => import('./features/files/files.tray.tsx').then((file) => ({ default: file.FilesTray }))),
  LOCATION: lazy(() =>
    import('./features/locations/location.tray.tsx').then((file) => ({ default: file.LocationTray })),
  ),
};
