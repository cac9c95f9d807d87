import { i18n } from '../i18n/i18n.ts';

/** What the map's own controls say, by MapLibre's keys. */
export function mapLocale(title: string): Record<string, string> {
  return {
    'Map.Title': title,
    'NavigationControl.ZoomIn': i18n.t('map-canvas:controls.zoomIn'),
    'NavigationControl.ZoomOut': i18n.t('map-canvas:controls.zoomOut'),
    'AttributionControl.ToggleAttribution': i18n.t('map-canvas:controls.sources'),
    'CooperativeGesturesHandler.WindowsHelpText': i18n.t('map-canvas:controls.scrollWithCtrl'),
    'CooperativeGesturesHandler.MacHelpText': i18n.t('map-canvas:controls.scrollWithCommand'),
    'CooperativeGesturesHandler.MobileHelpText': i18n.t('map-canvas:controls.twoFingers'),
  };
}
