import type { mapPositions, weekReport, zoneList } from '@fairwatch/contract';
import type { Page, PermissionOf } from './core/router/page.ts';

/** The pages about where devices are and what happens there. */
export const placePages: Page[] = [
  {
    path: '/map',
    permission: 'LOCATION' satisfies PermissionOf<typeof mapPositions>,
    label: 'map',
    view: async () => (await import('./areas/places/map/map.view.tsx')).MapView,
    area: 'places',
    nav: { group: 'main', icon: 'mapOfAll' },
  },
  {
    path: '/zones',
    permission: 'LOCATION' satisfies PermissionOf<typeof zoneList>,
    label: 'zones',
    view: async () => (await import('./areas/places/zones/zones.view.tsx')).ZonesView,
    area: 'places',
    nav: { group: 'main', icon: 'zones' },
  },
  {
    path: '/alerts',
    permission: null,
    label: 'alerts',
    view: async () => (await import('./areas/places/alerts/alerts.view.tsx')).AlertsView,
    area: 'places',
    nav: { group: 'main', icon: 'alerts', count: 'alerts' },
  },
  {
    path: '/reports',
    permission: 'LOCATION' satisfies PermissionOf<typeof weekReport>,
    label: 'reports',
    view: async () => (await import('./areas/places/reports/reports.view.tsx')).ReportsView,
    area: 'places',
    nav: { group: 'main', icon: 'reports' },
  },
];
