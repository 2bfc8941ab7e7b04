import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { PersonSeen } from './office.ts'

/** What can be done about a person. About themselves nobody decides. */
export function PersonWays({ person, isSelf }: { person: PersonSeen; isSelf: boolean }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  const base = `/admin/system-users/${person.id}`
  if (isSelf)
    return (
      <Notice title={<Trans>This is you</Trans>}>
        <Trans>Another administrator has to decide about you. Your own account is in the settings.</Trans>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {person.suspension ? (
        <LinkButton to={`${base}/restore`} preventScrollReset>
          <Trans>Restore</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/suspend`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Suspend</Trans>
        </LinkButton>
      )}
      <LinkButton to={`${base}/role`} preventScrollReset variant="secondary">
        <Trans>Change role</Trans>
      </LinkButton>
      <LinkButton to={`${base}/end-sessions`} preventScrollReset variant="secondary">
        <Trans>End sessions</Trans>
      </LinkButton>
      {person.role !== 'admin' && (
        <LinkButton to={`${base}/${person.hasEmail ? 'email' : 'phone'}`} preventScrollReset variant="secondary">
          {person.hasEmail ? <Trans>Change email</Trans> : <Trans>Change phone</Trans>}
        </LinkButton>
      )}
      {!person.verified && (
        <Form method="post" action={`${base}/resend`}>
          <Button variant="secondary" busy={busy} busyText={t`Sending...`}>
            <Trans>Resend verification</Trans>
          </Button>
        </Form>
      )}
    </div>
  )
}
