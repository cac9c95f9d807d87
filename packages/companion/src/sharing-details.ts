import { lazy } from 'react';
import type { SharingDetails } from './features/sharing/sharing.view.tsx';

/** What the Sharing page shows below a capability while it is shared. Each is loaded on first use. */
export const sharingDetails: SharingDetails = {
  CONTACTS: lazy(() =>
    import('./features/contacts/contacts.sharing.tsx').then((file) => ({ default: file.ContactsSharing })),
  ),
  CALENDAR: lazy(() =>
    import('./features/calendar-events/calendar-events.sharing.tsx').then((file) => ({
      default: file.CalendarSharing,
    })),
  ),
  GALLERY: lazy(() =>
    import('./features/gallery/gallery.sharing.tsx').then((file) => ({ default: file.GallerySharing })),
  ),
  FILES: lazy(() => import('./features/files/files.sharing.tsx').then((file) => ({ default: file.FilesSharing }))),
  LOCATION: lazy(() =>
    import('./features/locations/locations.sharing.tsx').then((file) => ({ default: file.LocationsSharing })),
  ),
};
