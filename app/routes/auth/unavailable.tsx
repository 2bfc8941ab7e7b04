import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toasts } from '#app/features/people/people.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { Frame } from './frame.tsx'

/** Nobody can sign in: there is no database to ask. */
export function Unavailable() {
  const { t, i18n } = useLingui()
  useEffect(() => {
    const { title, text } = toasts.noDatabase
    toast({ title: i18n._(title), text: i18n._(text), tone: 'bad' })
  }, [i18n])
  return (
    <Frame
      homeBelow
      title={<Trans>Authentication Unavailable</Trans>}
      text={
        <Trans>
          The database is not configured or can't be reached, so nobody can sign in at the moment. Please try again
          soon.
        </Trans>
      }
    >
      <title>{`${t`Authentication Unavailable`} · Harambee`}</title>
      <LinkButton to="/" size="large">
        <Trans>Back to Home</Trans>
      </LinkButton>
    </Frame>
  )
}
