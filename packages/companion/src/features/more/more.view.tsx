import { hoursText } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { IconChevronRight, IconClock, IconDoorExit, IconEye, IconInfoCircle, type Icon } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ItemList } from '../../core/components/item-list.tsx';
import { PageTitle } from '../../core/components/page-title.tsx';
import { InstallCard } from '../../core/install/install-card.tsx';
import { useLive } from '../../core/live/companion-context.ts';
import { PushCard } from '../../core/push/push-card.tsx';
import { watchesText } from '../../core/storage/known-watches.ts';
import classes from './more.module.css';

/** The page with links to the less frequent pages. */
export function MoreView() {
  const hours = useLive((live) => live.grants.hours);
  const watches = useLive((live) => live.watches);
  return (
    <>
      <PageTitle>More</PageTitle>
      <ItemList>
        <MenuLink href="/hours" icon={IconClock} title="Sharing hours" text={`You share ${hoursText(hours)}.`} />
        <MenuLink href="/watches" icon={IconEye} title="What watches this phone" text={watchesText(watches)} />
        <MenuLink
          href="/about"
          icon={IconInfoCircle}
          title="About this supervision"
          text="The server, the reason, and the notice that you agreed to."
        />
        <MenuLink
          href="/leave"
          icon={IconDoorExit}
          title="Leave"
          text="End the supervision and have your data deleted."
        />
      </ItemList>
      <div className={classes.cards}>
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
