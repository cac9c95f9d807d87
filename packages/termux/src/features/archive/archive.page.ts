import { archiveReadyText, archiveWords, downloadingText } from '@fairwatch/device/words';
import { shortPath } from '../../core/person/places.ts';
import { isConnected, type Person } from '../../core/person/person.ts';
import { action, dim, problem, text, type Block, type Page } from '../../core/screen/view.ts';
import { createArchiveDownload } from './archive-download.ts';

/** Lets the person download everything that the server holds about them as one file. The download goes on on other pages. */
export function createArchivePage({ device, screen, homeFolder, now }: Person): Page {
  const download = createArchiveDownload({ client: device.client, folder: homeFolder, now, onChange: screen.refresh });

  function progress(): Block[] {
    const { state } = download;
    switch (state.phase) {
      case 'none':
        return [];
      case 'waiting':
        return [dim(isConnected(device) ? archiveWords('waiting') : archiveWords('notConnected'))];
      case 'fetching':
        return [dim(downloadingText(state.received, state.size))];
      case 'failed':
        return problem(state.problem);
      case 'ready':
        return [
          text(archiveReadyText(state.size, state.expiresAt), 'good'),
          text(archiveWords('isIn', { path: shortPath(state.path, homeFolder) })),
        ];
    }
  }

  function start(): Block[] {
    const { phase } = download.state;
    if (phase === 'waiting' || phase === 'fetching') return [];
    return [
      action(phase === 'failed' ? archiveWords('again') : archiveWords('get'), () => void download.start(), {
        key: 'get',
      }),
    ];
  }

  return {
    view: () => ({ title: archiveWords('title'), blocks: [text(archiveWords('what')), ...progress(), ...start()] }),
  };
}
