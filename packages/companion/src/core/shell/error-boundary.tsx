import { isMissingCode } from '@fairwatch/look/missing-code';
import { Component, type ReactNode } from 'react';
import { reloadForCode } from '../updates/missing-code.ts';
import { Message } from './message.tsx';
import { commonText } from '../texts/common.texts.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Shows an error message instead of an empty page when a screen fails. For missing code it reloads the page first. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingCode(error)) void reloadForCode();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Message
        title={commonText('notOpened.title')}
        text={
          isMissingCode(error)
            ? commonText('notOpened.missingPart')
            : commonText('notOpened.wrong', { problem: error instanceof Error ? error.message : error })
        }
        action={{ label: commonText('tryAgain'), onClick: () => location.reload() }}
      />
    );
  }
}
