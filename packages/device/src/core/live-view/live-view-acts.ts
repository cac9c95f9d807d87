import type { Offers } from '@fairwatch/contract';
import type { Acts } from '../commands/handlers.ts';
import { coreText } from '../texts/core.texts.ts';
import type { LiveViewHandlers } from './live-view-source.ts';
import type { LiveView } from './live-view.ts';

/** The handlers of commands that a live view is for. A photo of the picture that is live is taken from it, never by the photo's own handler. */
export function liveViewActs(
  liveView: LiveView,
  { CAPTURE_PHOTO: takePhoto }: Acts = {},
): Pick<Acts, 'LIVE_VIEW' | 'CAPTURE_PHOTO'> {
  return {
    LIVE_VIEW: liveView.begin,
    ...(takePhoto && {
      CAPTURE_PHOTO: (params, work) =>
        params.liveView === undefined ? takePhoto(params, work) : liveView.still(params, work),
    }),
  };
}

/** What a client without a live picture offers: the command is taken out, with a reason unless it has one already. */
export function offersWithoutLiveView({
  offers,
  openLiveView,
}: Pick<LiveViewHandlers, 'openLiveView'> & { offers?: Offers }): { offers?: Offers } {
  if (!offers || openLiveView) return {};
  const { commands, refusals } = offers;
  return {
    offers: {
      ...offers,
      commands: commands.filter((type) => type !== 'LIVE_VIEW'),
      refusals: { LIVE_VIEW: coreText('liveView.impossible'), ...refusals },
    },
  };
}
