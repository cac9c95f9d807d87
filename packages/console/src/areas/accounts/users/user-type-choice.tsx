import { changeUserType, chosenUserTypes, userTypeTitles, type UserType } from '@fairwatch/contract';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { useCan } from '../../../core/components/can.tsx';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

interface UserTypeChoiceProps {
  userId: number;
  userType: UserType;
}

/** Standard User or Guest User, for an account that is no admin; only a text without the permission to choose. */
export function UserTypeChoice({ userId, userType }: UserTypeChoiceProps) {
  const { t } = useTranslation('users');
  const canChoose = useCan(changeUserType);
  if (!canChoose) return userTypeTitles[userType];
  return (
    <Choice
      label={t('detail.type')}
      options={chosenUserTypes.map((value) => ({ value, label: userTypeTitles[value] }))}
      value={userType === 'ADMIN' ? null : userType}
      onChange={(type) => void changeAccount(changeUserType, { userId, type })}
    />
  );
}
