import { purposeTitle, type LogVisit } from '@fairwatch/contract';
import { unreadMessages, unreadTickets, newWatches } from '@fairwatch/device/core';
import {
  aboutWords,
  archiveWords,
  hoursNote,
  hoursWords,
  leaveWords,
  logWords,
  messageWords,
  momentText,
  newWatchText,
  notConnectedText,
  requestWords,
  sharedText,
  sharingWords,
  statusWords,
  supervisorsText,
  ticketWords,
  watchWords,
  watchesText,
} from '@fairwatch/device/words';
import { isConnected, type PageName, type Person } from '../../core/person/person.ts';
import { action, dim, heading, strong, text, type Block, type Page } from '../../core/screen/view.ts';
import { captureBlocks, liveLocationBlocks, liveViewBlocks } from './under-way.ts';
import { pageText } from '../../core/texts/pages.texts.ts';
import { newNoticeBlocks } from './new-notice.ts';

const shownVisits = 3;

/** The first page: what is under way, who supervises the person, what they share, and the ways to the other pages. */
export function createHomePage(person: Person): Page {
  const { device, screen, now } = person;
  const { client, live } = device;
  let visits: readonly LogVisit[] | null = null;

  /** Reads the latest visits with each connection and after each request. */
  async function readVisits(): Promise<void> {
    if (!isConnected(device)) return;
    // The log page shows the error; here the last known visits stay.
    const page = await client.log.readVisits().catch(() => null);
    if (page === null) return;
    visits = page.visits.slice(0, shownVisits);
    screen.refresh();
  }

  function pauseBlocks(): Block[] {
    const { paused } = live.get().grants;
    return [
      text(paused ? statusWords('pause.whilePaused') : statusWords('pause.whileSharing'), paused ? 'warn' : 'dim'),
      action(
        paused ? statusWords('pause.resume') : statusWords('pause.pause'),
        () => (paused ? client.resume() : client.pause()),
        {
          key: 'pause',
          style: paused ? 'warn' : 'plain',
        },
      ),
    ];
  }

  function connectionBlocks(): Block[] {
    const { connection } = live.get();
    if (connection === 'connected' || connection === 'connecting') return [];
    return [
      heading(statusWords('notConnected')),
      text(notConnectedText()),
      action(statusWords('retry'), () => client.reconnectNow()),
    ];
  }

  function newWatchBlocks(): Block[] {
    const fresh = newWatches(live.get().watches);
    if (fresh.length === 0) return [];
    return [
      heading(watchWords('fresh')),
      ...fresh.map((watch) => text(newWatchText(watch))),
      action(watchWords('see'), () => person.go('watches')),
    ];
  }

  function way(name: PageName, label: string, count = 0): Block {
    return action(count > 0 ? pageText('newItems', { label, count }) : label, () => person.go(name), {
      key: name,
      style: count > 0 ? 'accent' : 'plain',
    });
  }

  function menu(): Block[] {
    const state = live.get();
    const waiting = state.requests.length + state.questions.length;
    return [
      way('requests', requestWords('title'), waiting),
      way('sharing', sharingWords('title')),
      way('log', logWords('title')),
      way('messages', messageWords('title'), unreadMessages(state)),
      way('tickets', ticketWords('title'), unreadTickets(state.tickets)),
      way('hours', hoursWords('title')),
      way('watches', watchWords('title'), newWatches(state.watches).length),
      way('archive', archiveWords('title')),
      way('about', aboutWords('title')),
      way('leave', leaveWords('title')),
      action(pageText('close'), () => person.quit(), { key: 'quit' }),
    ];
  }

  function supervisionBlocks(): Block[] {
    const { supervision, ground, grants, watches } = live.get();
    return [
      heading(statusWords('supervisors')),
      strong(supervisorsText(supervision, device.saved.admin)),
      dim(statusWords('purpose', { purpose: purposeTitle(ground), server: device.saved.server })),
      dim(watchesText(watches)),
      heading(sharingWords('shared')),
      text(sharedText(grants.capabilities)),
      ...(grants.hours === null ? [] : [dim(hoursNote(grants.hours, now()))]),
    ];
  }

  function visitBlocks(): Block[] {
    if (visits === null) return [heading(logWords('latest')), dim(logWords('notConnected'))];
    if (visits.length === 0) return [heading(logWords('latest')), dim(logWords('none'))];
    return [
      heading(logWords('latest')),
      ...visits.flatMap(({ who, summary, to }) => [text(`${who} ${summary}`), dim(momentText(to, now().getTime()))]),
    ];
  }

  return {
    view: () => ({
      title: statusWords('hello', { username: device.saved.username }),
      blocks: [
        ...noticeBlocks(live.get().noticeShown),
        ...captureBlocks(device),
        ...liveLocationBlocks(device),
        ...liveViewBlocks(device),
        ...newNoticeBlocks(person),
        ...pauseBlocks(),
        ...connectionBlocks(),
        ...newWatchBlocks(),
        ...menu(),
        ...supervisionBlocks(),
        ...visitBlocks(),
      ],
    }),
    opened() {
      let { connection, done } = live.get();
      void readVisits();
      return live.subscribe(() => {
        const state = live.get();
        if (state.connection === connection && state.done === done) return;
        ({ connection, done } = state);
        void readVisits();
      });
    },
  };
}

/** Says so while the permanent note is not shown. */
function noticeBlocks(noticeShown: boolean): Block[] {
  if (noticeShown) return [];
  return [text(pageText('noticeHidden'), 'warn')];
}
