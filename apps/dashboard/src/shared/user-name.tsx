import { Badge, Text } from '@mantine/core';
import { useI18n } from '../i18n/i18n.js';

/** Name and address of a user, in a list. */
export function UserName({ user, isOwn }: { user: { name: string; email: string }; isOwn: boolean }) {
  const { t } = useI18n();
  return (
    <div>
      <div className="wrap-anywhere">
        {user.name}{' '}
        {isOwn && (
          <Badge variant="light" component="span">
            {t('user.you')}
          </Badge>
        )}
      </div>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {user.email}
      </Text>
    </div>
  );
}
