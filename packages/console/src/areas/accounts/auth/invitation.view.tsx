import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { invitationOffer, invitationLimits } from '@fairwatch/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { isRefusal, query, queryClient, readError } from '../../../core/api/query.ts';
import { LeaveGuard } from '../../../core/forms/leave/leave-guard.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { useDocumentTitle } from '../../../core/router/use-document-title.ts';
import { loadWords } from '../../../shared/plain-words/load-words.ts';
import { AcceptForm } from './accept-form.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import texts from './invitation.texts.json';

addTexts('invitation', texts);

/**
 * The page that the link of an invitation opens: who invites, to which installation, and what the account will be able to see, before a
 * username and a password are asked for. The token is the fragment of the address, which the browser sends to no server by itself.
 */
export function InvitationView() {
  const { t } = useTranslation('invitation');
  const token = useLocation({ select: ({ hash }) => hash });
  // As it was when the page opened: accepting signs in.
  const [before] = useState(useAdminSession());
  const isComplete = token.length === invitationLimits.tokenLength;
  // Asked for once: what it gives is decided again when it is accepted.
  const result = useQuery(
    {
      ...query(invitationOffer, { token }),
      enabled: isComplete && !before.isAuthenticated,
      refetchOnWindowFocus: false,
    },
    // The pages outside of the shell have no provider.
    queryClient,
  );
  const error = readError(result);
  const offer = result.data?.data;
  const preset = offer?.installation.preset ?? null;
  // The page waits for the preset's words, so that its texts do not change while they are read. When they cannot be loaded it uses the usual ones.
  const words = useQuery(
    {
      queryKey: ['plain-words', preset],
      queryFn: async () => {
        await loadWords(preset);
        return preset;
      },
      enabled: offer !== undefined,
    },
    queryClient,
  );
  useDocumentTitle(t('documentTitle'));
  // Accepting would replace their session by that of the new account.
  if (before.isAuthenticated) return <InvitationProblem text={t('signedIn', { name: before.username })} />;
  if (!isComplete) return <InvitationProblem text={t('missing')} />;
  if (error !== null) {
    return (
      <InvitationProblem text={textOfError(error)} {...(!isRefusal(error) && { retry: () => void result.refetch() })} />
    );
  }
  if (offer === undefined || words.isPending) return <output>{t('checking')}</output>;
  return (
    <>
      <Stack gap="md">
        <InvitationFacts offer={offer} />
        <AcceptForm token={token} />
      </Stack>
      <LeaveGuard />
    </>
  );
}

/** Why a link opens nothing, in words, and where to go instead. */
function InvitationProblem({ text, retry }: { text: string; retry?: () => void }) {
  const { t } = useTranslation('invitation');
  const { isAuthenticated } = useAdminSession();
  return (
    <Stack gap="lg">
      <div role="alert">
        <Title order={1} tabIndex={-1}>
          {t('problem')}
        </Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {retry && (
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {isAuthenticated ? (
        <Link {...pageLink('/')}>{t('dashboard')}</Link>
      ) : (
        <Link {...pageLink('/auth/login')}>{t('signIn')}</Link>
      )}
    </Stack>
  );
}
