import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { Frame } from './frame.tsx'

type Change = { from: string | null; to: string; due: Date | null }

/** The account's new address, and the time of the move. */
export function Moves({ from, to, due }: Change) {
  const { i18n } = useLingui()
  const when = due && momentIn(i18n.locale as Language, due)
  return (
    <Trans>
      The account of <strong className="break-words">{from}</strong> moves to{' '}
      <strong className="break-words">{to}</strong> on {when}, unless the old address stops it.
    </Trans>
  )
}

/** The page for the old address, which was not asked: its reader can end the change. */
export function StopChange({
  token,
  change,
  answer: before,
}: {
  token: string
  change: Change
  answer: Answer | undefined
}) {
  const { t } = useLingui()
  const { Form, busy, answer = before } = useFormAction()
  return (
    <Frame title={<Trans>Stop the change?</Trans>} text={<Moves {...change} />}>
      <title>{`${t`Stop the change?`} · Harambee`}</title>
      <div className="grid gap-6">
        <Refused answer={answer} />
        <Form method="post" action={`/auth/email?token=${encodeURIComponent(token)}`}>
          <input type="hidden" name="token" value={token} />
          <Button variant="danger" size="large" wide busy={busy} busyText={t`Stopping...`}>
            <Trans>Stop the change</Trans>
          </Button>
        </Form>
        <p className="text-muted text-sm">
          <Trans>Every device is then signed out. If you asked for the change, close this page.</Trans>
        </p>
      </div>
    </Frame>
  )
}
