import { aboutWords, hoursWords, leaveWords, watchWords, youShareText, watchesText } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { IconChevronRight, IconClock, IconDoorExit, IconEye, IconInfoCircle, type Icon } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ItemList } from '../../core/components/item-list.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { InstallCard } from '../../core/install/install-card.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { PushCard } from '../../core/push/push-card.tsx';
import classes from './more.module.css';
import { LanguageChoice } from '../../core/texts/language-choice.tsx';
import { commonText } from '../../core/texts/common.texts.ts';

/** The page with links to the less frequent pages. */
export function MoreView() {
  const hours = useLive((live) => live.grants.hours);
  const watches = useLive((live) => live.watches);
  return (
    <>
      <PageTitle>{commonText('pages.more')}</PageTitle>
      <ItemList>
        <MenuLink href="/hours" icon={IconClock} title={hoursWords('title')} text={youShareText(hours)} />
        <MenuLink href="/watches" icon={IconEye} title={watchWords('title')} text={watchesText(watches)} />
        <MenuLink href="/about" icon={IconInfoCircle} title={aboutWords('title')} text={aboutWords('summary')} />
        <MenuLink href="/leave" icon={IconDoorExit} title={leaveWords('title')} text={leaveWords('summary')} />
      </ItemList>
      <div className={classes.cards}>
        <LanguageChoice />
        <PushCard />
        <InstallCard />
      </div>
    </>
  );
}

interface MenuLinkProps {
  href: string;
  icon: Icon;
  title: string;
  text: string;
}

function MenuLink({ href, icon: Sign, title, text }: MenuLinkProps) {
  return (
    <li>
      <Link href={href} className={classes.way}>
        <Sign size={24} stroke={1.75} className={classes.sign} aria-hidden />
        <span className={classes.words}>
          <span className={classes.title}>{title}</span>
          <Text component="span" c="dimmed" size="sm">
            {text}
          </Text>
        </span>
        <IconChevronRight size={20} className={classes.sign} aria-hidden />
      </Link>
    </li>
  );
}
